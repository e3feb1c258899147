// What plays games by turns, in a file of its own.
export { packer, secret, sha256 } from "./browser/turn_tools";
export { Turns } from "./state/turns";
