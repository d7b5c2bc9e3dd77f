"""Support: START → plan → retrieve → answer → review → respond → END.

Every node names the next: plan, retrieve and answer may ask back, say a fixed sentence or hand over; review sends a
draft back once, and says who can be asked when the second one fails too.
"""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.context import TurnContext
from journeys.flow import Flow, Turn, timed
from journeys.support.answering.support_answer_review import review
from journeys.support.answering.support_rag_answer import answer
from journeys.support.ask_back import ask_back
from journeys.support.flow import SupportFlow
from journeys.support.handover.hand_over import hand_over
from journeys.support.plan import plan
from journeys.support.respond import respond
from journeys.support.retrieve import retrieve
from journeys.support.say_fixed import say_fixed
from journeys.support.tell_hours import tell_hours

NODES = {
    "plan": plan, "retrieve": retrieve, "answer": answer, "review": review, "respond": respond,
    "ask_back": ask_back, "say_fixed": say_fixed, "tell_hours": tell_hours, "hand_over": hand_over,
}  # fmt: skip
NEXT = {
    "plan": ["retrieve", "ask_back", "say_fixed", "tell_hours", "hand_over"],
    "retrieve": ["answer", "ask_back", "say_fixed", "tell_hours", "hand_over"],
    "answer": ["review", "ask_back", "hand_over"],
    "review": ["respond", "answer", "say_fixed"],
}


def step(flow: SupportFlow) -> str:
    return flow["step"]


def build() -> CompiledStateGraph[Any, TurnContext, Any, Any]:
    graph = StateGraph(SupportFlow, context_schema=TurnContext)
    for name, node in NODES.items():
        graph.add_node(name, timed(f"support.{name}", node))
    graph.add_edge(START, "plan")
    for name in NODES:
        if name in NEXT:
            graph.add_conditional_edges(name, step, NEXT[name])
        else:
            graph.add_edge(name, END)
    return graph.compile()


GRAPH = build()


def support(flow: Flow, runtime: Turn) -> dict[str, Any]:
    """Run the journey on its own state and hand its outcome to the turn."""
    state, answer = flow["state"], flow.get("answer", "")
    is_back = answer == "topic:support" and state.asked is not None
    text = state.asked.about if is_back and state.asked else runtime.context.text
    runtime.context.trace.notes |= {"about": text} if is_back else {}
    done = GRAPH.invoke({"state": state, "text": text, "drafts": 0}, context=runtime.context)
    return {name: done[name] for name in ("state", "reply", "fallback") if name in done}
