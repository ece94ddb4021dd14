import { delimited } from "./delimited";

export const csv = delimited(",");
