"""Where the code may see all tenants, keep something beyond a request, or write a file: these places and no others.

A new place fails here until somebody has written down why it is safe.
"""

import ast

from tests.isolation import source

FLEET = {
    "conversations.summaries:list_tenants": "which tenants have conversations that are over",
    "conversations.api.tokens:find": "the token whose digest a request shows; only its own tenant is opened then",
    "config.doctor.installation:channels": "every channel, each tried with its own keys, for who has the command line",
    "config.doctor.installation:payment_accounts": "every payment account, the same",
    "config.serving.health:_database": "how long anybody waits, for the installation's health; no content",
    "config.serving.metrics:_ask": "counts and ages over the installation; no tenant, no content",
    "conversations.moving.archive:_check": "whether a tenant of this id or name is here already",
    "conversations.moving.archive:_imported": "one tenant's rows, which nobody sees before they are all there",
    "conversations.moving.freeze:freeze": "where one tenant lives, for the command line",
    "conversations.moving.freeze:thaw": "the same",
    "conversations.moving.freeze:redirect": "the same",
    "conversations.moving.freeze:remove": "the rows of a tenant that has moved, whose own scope nobody can open",
    "conversations.moving.freeze:list_frozen": "ids of tenants, for the sweep",
    "conversations.moving.freeze:_write": "since when one tenant is frozen, for the command line",
    "conversations.moving.held:hold": "one report, for a tenant of whom nothing can be written in its own scope",
    "conversations.moving.held:list_due": "ids of tenants, for the sweep",
    "conversations.moving.held:_claim": "the oldest report for one tenant that has moved",
    "conversations.moving.held:_settle": "the same",
    "conversations.inbox.events:list_waiting": "ids of conversations, for the sweep",
    "conversations.inbox.media.fetching:list_due": "ids of files to fetch, for the sweep",
    "conversations.desk.access:_find": "the memberships of the person who is logged in",
    "conversations.ownership.absent:tell_away": "conversations whose operator stays away; told in its tenant's scope",
    "conversations.ownership.absent:list_left": "ids of tenants, for the sweep",
    "conversations.concerns:list_payments": "ids of payments, for the sweep; each ticket in its tenant's scope",
    "conversations.outbox.queue:due_looks": "ids of conversations, for the sweep",
    "conversations.outbox.queue:due_sendings": "ids of conversations, for the sweep",
    "conversations.sweep.kinds:glance": "whether anything waits, of which kind; no rows",
    "config.doctor.database:months": "how many rows have no partition; a number, no content",
    "conversations.rights.months:_try": "whether anybody keeps a row of a month; and what drops it",
    "conversations.rights.retention:list_tenants": "ids of tenants, for the nightly task",
    "conversations.simulator.growth:grow": "whether there is test data already",
    "conversations.simulator.growth:_part": "partitions for test data; no rows",
    "conversations.simulator.growth:remove": "the businesses that growing has named; never others'",
    "conversations.simulator.growth:_business": "a business of test data, which it makes",
    "conversations.simulator.accounts:find_channel": "a demo tenant's channel by its slug; never another's",
    "conversations.simulator.accounts:list_channels": "the demo tenants' channels; never others'",
    "conversations.simulator.accounts:list_of_account": "a demo account's channels, for whoever has its token",
    "conversations.simulator.money.merchants:find_by_checkout": "a demo tenant by the secret id of a card page",
    "conversations.simulator.money.merchants:find_by_token": "a demo tenant by its own access token",
    "conversations.simulator.demo.load:load": "whether a demo tenant is there already",
    "conversations.sweep.due:overdue": "ids of conversations that wait too long, for the log",
    "conversations.sweep.due:conversations": "ids of conversations, for the sweep",
    "conversations.turn.late:_late": "turns past their deadline, for the sweep; each is told in its tenant's scope",
    "conversations.routing:_look_up": "the channel that a webhook's secret address names",
    "conversations.simulator.demo.load:load_web": "a demo tenant, by its slug",
    "conversations.simulator.demo.load:learn": "a demo tenant, by its slug",
    "conversations.simulator.demo.load:load_library": "a demo tenant, and whether it has documents already",
    "knowledge.library.upkeep:list_due": "ids of tenants, for the embedding task",
    "knowledge.library.upkeep:list_unread": "ids of documents, for the sweep",
    "knowledge.library.vector_index:list_due": "ids of tenants, for the indexing task",
    "knowledge.library.vector_index:drop_orphans": "ids of tenants, against the names of their indexes",
    "knowledge.management.which:chosen": "the tenants that a command names, or all",
    "tenants.admin.seat:Seat.scope": "platform staff who look at all tenants",
    "tenants.admin.seat:take": "the memberships of the person who is logged in",
    "tenants.admin.site:pick": "the tenants that the person may choose from",
    "tenants.invitations:find_open": "the invitation that a link's secret token names",
    "tenants.invitations:find_person": "whether a login works anywhere; only yes or no leaves it",
    "tenants.invitations:accept": "one membership, of the tenant that the link's invitation names",
    "tenants.invitations:accept_as_new": "the same, with the login of somebody new",
    "tenants.invitations:close_without_memberships": "whether a person works anywhere; only yes or no leaves it",
    "tenants.middleware:_owner": "whose row platform staff asked for, so that they are led to its business",
    "tenants.management.commands.rotate_secrets:Command.handle": "seals every tenant's secrets with the newest key",
    "tenants.schedule:claim": "a job's name and when it was claimed; no tenant",
    "tenants.management.named:get_tenant": "the tenant that a command names",
    "tenants.names:_owners": "keyed hashes of all tenants' names, which answer yes or no",
    "tools.handoff.away:list_tenants": "ids of tenants, for the task that mails",
    "tools.handoff.tasks:list_tenants": "ids of tenants, for the sweep",
    "tools.orders.services.holds:list_tenants_with_due": "ids of tenants, for the sweep",
    "tools.catalog.embedding:list_outdated_tenants": "ids of tenants, for the embedding task",
    "tools.payments.addresses:find_account": "the payment account that a callback's secret address names",
    "tools.payments.pesapal.card:take_return": "the shop that a card payment's own id names",
    "tools.payments.mpesa.transaction:list_due": "ids of paybill money, for the sweep",
    "tools.payments.mpesa.pull:list_due": "ids of payment accounts, for the sweep",
    "tools.payments.report:list_tenants": "ids of tenants, for the hourly task",
    "tools.webhooks.services:list_due": "ids of deliveries, for the sweep",
    "tools.payments.polling:list_due": "ids of payments, for the sweep",
    "tools.research.selectors:list_due": "ids of runs whose next step is due, for the sweep",
}
CACHE_KEYS = {
    "config.doctor.servers:cache_server": "a key that nobody sets, to see whether the cache answers",
    "config.doctor.servers:workers": "fleet:worker-heartbeat, a time",
    "config.serving.metrics:_heartbeat": "fleet:worker-heartbeat, a time",
    "config.serving.health:_worker": "fleet:worker-heartbeat, a time",
    "tenants.allowance:spend": "tenant:<tenant>:<what>:<minute>, a count",
    "conversations.desk.presence:look": "tenant:<tenant>:desk:<ticket>, names of who looks at it",
    "conversations.desk.suggestion:prepare": "tenant:<tenant>:suggestion:<conversation>:<as it stands>, its words",
    "conversations.desk.translation:_may_ask": "tenant:<tenant>:translations:<who>:<hour>, a count",
    "conversations.desk.translation:prepare": "tenant:<tenant>:translation:<message>, its words in English",
    "conversations.desk.presence:typing_is_due": "tenant:<tenant>:typing:<ticket>:<who>, a mark",
    "conversations.tasks:heartbeat": "fleet:worker-heartbeat, a time",
    "knowledge.library.upkeep:_mark": "tenant:<tenant>:library:at-work, a mark",
    "knowledge.library.upkeep:is_marked": "the same",
    "knowledge.library.upkeep:marked": "the same",
    "tools.payments.access_tokens:_fetched": "tenant:<tenant>:payments:<account>:…:token, sealed for the tenant",
    "tools.payments.access_tokens:_find": "the same",
    "tools.payments.access_tokens:drop": "the same",
}
# Modules that keep something in the process AND read tenants' rows or scopes; all others cannot mix tenants up.
PROCESS_CACHES = {
    "tools.webhooks.sending": "the certificates that the internet trusts",
    "conversations.rights.reach": "which columns of the tables lead to a customer; no rows",
    "conversations.channels.web.views": "the script of the widget, the same for all",
    "tools.payments.access_tokens": "one pool of connections to the cache's server, without credentials of anybody",
    "conversations.simulator.demo.load": "the hash of the demo's public password",
    "knowledge.search.statement": "the few forms of a statement, without anybody's values",
}
WRITERS = {
    "config.embedded.postgres:EmbeddedPostgres.start": "the embedded server's settings; the installation's",
    "config.embedded.postgres:EmbeddedPostgres._let_in_ourselves_only": "who may log in there; the installation's",
    "config.embedded.valkey:private_password": "the embedded server's password; the installation's",
    "config.embedded.valkey:EmbeddedValkey.start": "the embedded server's log; the installation's",
    "config.embedded:generated_keys": "the installation's keys",
    "tenants.admin.logins.hash_apart:main": "the kernel's own file of the process's priority",
    "tenants.priority:lower_process": "the kernel's own file of the process's priority",
    "tenants.telemetry.counted:_alone": "counts of processes that ended; the installation's",
    "config.prefork:_begin": "the kernel's own file of a process's name",
    "config.run:prepare": "what the prepared database was prepared with",
    "journeys.local.learned:_keep": "what the local mind has learned from its own lists; the installation's",
    "journeys.reader.train:main": "what the reader has learned from its own examples; beside its code, by who builds",
    "config.processes:Processes.start": "the installation's logs",
    "conversations.inbox.media.fetching:_draft": "MEDIA_ROOT/<tenant>/<year>/<month>/, see test_background",
    "conversations.inbox.media.fetching:_keep": "MEDIA_ROOT/<tenant>/<year>/<month>/, see test_background",
    "conversations.outbox.files:keep": "MEDIA_ROOT/<tenant>/<year>/<month>/, see tests/conversations/desk",
    "knowledge.library.files:keep": "MEDIA_ROOT/<tenant>/library/<document>/, see tests/knowledge/library",
    "conversations.rights.admin:CustomerWithRightsAdmin.export_data": "a nameless file, gone with the response",
    "conversations.moving.files:write": "MEDIA_ROOT/<tenant>/, see tests/conversations/moving",
    "conversations.moving.management.commands.export_tenant:Command.handle": "where the command's user says",
    "conversations.rights.management.commands.export_customer:Command.handle": "where the command's user says",
    "conversations.simulator.management.commands.tell:Command.handle": "where the command's user says; a demo's",
    "conversations.simulator.stories.session:_keep": "where the command's user says; a demo's",
}
MEDIA_ROOT = {
    "config.settings:": "its definition",
    "conversations.inbox.media.fetching:_root": "below it always the tenant's id, see test_background",
    "conversations.outbox.files:_root": "below it always the tenant's id, see tests/conversations/desk",
    "knowledge.library.files:_root": "paths of rows, held to the folder of the tenant, see tests/knowledge/library",
    "conversations.moving.files:folder_of": "below it always the tenant's id, see tests/conversations/moving",
    "conversations.rights.files:_root": "paths of rows, held to the folder of the tenant in scope, see test_background",
}


WRITE_CALLS = ("write_bytes", "write_text", "TemporaryFile", "NamedTemporaryFile", "mkstemp", "fdopen")


def is_write(node: ast.AST) -> bool:
    """A file opened for writing, moved, or made under a name of the system's."""
    if source.calls(*WRITE_CALLS)(node):
        return True
    if source.calls_on("os")(node) and source.calls("replace", "rename")(node):
        return True
    if not isinstance(node, ast.Call) or not source.calls("open")(node) or source.calls_on("archive")(node):
        return False
    modes = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return any(mode[:1] in ("w", "x", "a") for mode in modes)


def test_only_these_places_see_all_tenants() -> None:
    assert source.sites(source.calls("fleet_scope"), "fleet_scope") == set(FLEET)


def test_every_key_of_the_shared_cache_is_the_fleets_or_names_a_tenant() -> None:
    assert source.sites(source.calls_on("cache"), "cache.") == set(CACHE_KEYS)


def test_what_a_process_keeps_holds_no_tenants_rows() -> None:
    keeping = set()
    for module, tree in source.having("cache"):
        reads = {name for name in source.imports(tree) if name.endswith((".models", ".scope"))}
        if reads and any(source.names(name)(node) for name in ("lru_cache", "cache") for node in _decorators(tree)):
            keeping.add(module)
    assert keeping == set(PROCESS_CACHES)


def _decorators(tree: ast.AST) -> list[ast.AST]:
    """What decorates functions, and what is called as `lru_cache(...)(function)`."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    plain = [part for node in functions for decorator in node.decorator_list for part in ast.walk(decorator)]
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Call)]
    return [*plain, *(part for node in called for part in ast.walk(node))]


def test_only_these_places_write_files() -> None:
    assert source.sites(is_write, *WRITE_CALLS, "os.", "open(") == set(WRITERS)


def test_only_these_places_know_the_folder_of_files() -> None:
    assert source.sites(source.names("MEDIA_ROOT"), "MEDIA_ROOT") | {"config.settings:"} == set(MEDIA_ROOT)


def test_no_other_storage_is_used() -> None:
    assert source.sites(source.names("default_storage"), "default_storage") == set()
