// Writing: a field that grows, Enter to send, a picture with a caption, a place.

import { byId, el, icon } from "./dom.js";
import { closeOnOutside, openSheet } from "./sheets.js";

const TALLEST = 132;
const PLACES = [
  ["Kenyatta Avenue, Nairobi", "-1.2864", "36.8172"],
  ["Sarit Centre, Westlands", "-1.2609", "36.8020"],
  ["Nyali, Mombasa", "-4.0215", "39.7130"],
];

export function setUpComposer(say) {
  const form = byId("composer"), text = byId("text"), file = byId("file");
  let picture = null;

  const grow = () => {
    text.style.height = "auto";
    text.style.height = `${Math.min(text.scrollHeight, TALLEST)}px`;
    form.classList.toggle("ready", Boolean(text.value.trim() || picture));
  };
  const attach = (chosen) => {
    if (picture) URL.revokeObjectURL(byId("attached-picture").src);
    picture = chosen;
    byId("attached").hidden = !picture;
    if (picture) byId("attached-picture").src = URL.createObjectURL(picture);
    file.value = "";
    grow();
  };
  const submit = (event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (!words && !picture) return;
    say(picture ? { text: words, picture } : { text: words });
    text.value = "";
    attach(null);
    text.focus();
  };

  text.addEventListener("input", grow);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  });
  form.addEventListener("submit", submit);
  file.addEventListener("change", () => file.files[0] && attach(file.files[0]));
  byId("detach").addEventListener("click", () => attach(null));
  byId("attach").addEventListener("click", () =>
    openSheet("Attach", [
      { icon: "picture", title: "Picture", description: "JPEG, PNG or WebP, 5 MB at most", choose: () => file.click() },
      { icon: "pin", title: "Location", description: "A place in Kenya, or any coordinates", choose: openPlaces },
    ]),
  );
  setUpPlaces(say);
}

const openPlaces = () => byId("place").showModal();

function setUpPlaces(say) {
  const dialog = byId("place");
  const go = (latitude, longitude, label = "") => {
    dialog.close();
    say({ latitude, longitude, label });
  };
  byId("places").replaceChildren(
    ...PLACES.map(([label, latitude, longitude]) =>
      el(
        "button",
        { class: "choice", type: "button", onclick: () => go(latitude, longitude, label) },
        icon("pin"),
        el("span", {}, el("b", {}, label), el("small", {}, `${latitude}, ${longitude}`)),
      ),
    ),
  );
  byId("place-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (byId("latitude").value && byId("longitude").value) go(byId("latitude").value.trim(), byId("longitude").value.trim());
  });
  closeOnOutside(dialog);
}
