"""Celery's pool of threads, with threads of its own for each queue: a hundred documents keep no turn waiting."""

# Celery's stubs leave out what a pool is made of.
# mypy: disable-error-code="attr-defined"

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from celery.concurrency import thread
from celery.concurrency.base import apply_target

from config.parts import queues


class TaskPool(thread.TaskPool):
    """Threads are made when they are first needed; the turns have those that `--concurrency` gives."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._threads = {
            name: ThreadPoolExecutor(min(role.at_once, self.limit), thread_name_prefix=name)
            if role.at_once
            else self.executor
            for name, role in queues.ROLES.items()
        }

    def on_apply(
        self,
        target: Any,
        args: Any = None,
        kwargs: Any = None,
        callback: Any = None,
        accept_callback: Any = None,
        **_: Any,
    ) -> Any:
        """`args` begin with the task's name."""
        threads = self._threads[queues.of_task(args[0])]
        return thread.ApplyResult(threads.submit(apply_target, target, args, kwargs, callback, accept_callback))

    def on_stop(self) -> None:
        """What has begun ends, of every queue at the same time; what waits goes back to the broker."""
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)
        for threads in self._threads.values():
            threads.shutdown(wait=True)
        super().on_stop()
