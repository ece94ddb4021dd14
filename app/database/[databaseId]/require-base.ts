import { cache } from "react";
import { orNotFound } from "@/app/or-not-found";
import { getBase } from "@/lib/server/bases";

/** A database with its tables, or the 404 page. Read once a request, however many parts of a page show it. */
export const requireBase = cache((databaseId: string) => orNotFound(getBase({ databaseId })));
