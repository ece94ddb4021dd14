import { delimited } from "./delimited";

export const tsv = delimited("\t");
