// WhatsApp's own markup: *bold*, _italic_, ~strike~, ```mono``` and web addresses, as text nodes and elements.

import { el } from "./dom.js";

const PIECES = [
  { pattern: /```([\s\S]+?)```/, make: (match) => el("code", {}, match[1]) },
  { pattern: /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]*_~]/, make: (match) => link(match[0]) },
  { pattern: /(?<![\p{L}\p{N}*])\*(?!\s)([^*\n]+?)(?<!\s)\*(?![\p{L}\p{N}*])/u, make: (match) => nested("b", match[1]) },
  { pattern: /(?<![\p{L}\p{N}_])_(?!\s)([^_\n]+?)(?<!\s)_(?![\p{L}\p{N}_])/u, make: (match) => nested("i", match[1]) },
  { pattern: /(?<![\p{L}\p{N}~])~(?!\s)([^~\n]+?)(?<!\s)~(?![\p{L}\p{N}~])/u, make: (match) => nested("s", match[1]) },
];

export function rich(text) {
  const first = PIECES.map(({ pattern, make }) => ({ match: pattern.exec(text), make }))
    .filter(({ match }) => match)
    .sort((one, other) => one.match.index - other.match.index)[0];
  const fragment = document.createDocumentFragment();
  if (!first) {
    fragment.append(text);
    return fragment;
  }
  const end = first.match.index + first.match[0].length;
  fragment.append(text.slice(0, first.match.index), first.make(first.match), rich(text.slice(end)));
  return fragment;
}

const nested = (tag, inner) => el(tag, {}, rich(inner));

const link = (address) => el("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, address);
