// Which back end this page has.
import type { Back } from "./back";
import { HttpBack } from "./http";
import { takeToken } from "./token";

export function openBack(): Back {
  return new HttpBack(takeToken());
}
