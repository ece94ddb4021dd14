import * as z from "zod";
import { recordsPath, storedMoment } from "../../contract/database-file";
import { recordId } from "../../contract/ids";
import { detailsOf, tryParse } from "../../contract/parse";
import { findHostile } from "../../contract/plain-json";
import { isEmpty, isLink } from "../../field-types";
import { type PeopleTemplate, personById } from "../../field-types/people";
import { quote } from "../../field-types/text";
import { sources } from "../../field-types/types/source";
import { isNumbering } from "../records/numbering";
import { storeValue, unknownField } from "../records/values";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { JsonSplitter, linesGrammar, type ObjectText, UnreadableFile } from "../tabular";
import { eachInTurns } from "../turns";
import { badFile, invalid } from "./bad-file";
import { fieldsInFile } from "./record-lines";

/** A record of the file, with its values in the stored form by the ids of the file. */
export interface ReadRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdById: string | null;
  readonly updatedById: string | null;
  readonly source: string;
  readonly position: string;
  readonly data: { readonly [fieldId: string]: unknown };
  /** Lists of linked records. */
  readonly links: readonly { readonly field: SchemaField; readonly ids: readonly string[] }[];
}

/** Replaces a file of a cell by its stored form; undefined for one that is not in the database's file. */
export type FileOf = (file: unknown) => unknown;

/** Reads the records of a table from the bytes of its part, in batches of bounded size. */
export async function* readRecords(
  bytes: AsyncIterable<Buffer>,
  reader: RecordReader,
): AsyncGenerator<ReadRecord[]> {
  let records: ReadRecord[] = [];
  let length = 0;
  for await (const texts of recordTexts(bytes, reader.schema.id)) {
    await eachInTurns(texts, (text) => {
      records.push(reader.read(text));
      length += text.text.length;
    });
    if (records.length < batchRecords && length < batchLength) continue;
    yield records;
    records = [];
    length = 0;
  }
  yield records;
}

/** Records, or UTF-16 code units of their texts, that are stored together. */
const batchRecords = 2_000;
const batchLength = 1_000_000;

/** The text of a record, and the number of its line. */
type RecordText = Pick<ObjectText, "text" | "number">;

async function* recordTexts(bytes: AsyncIterable<Buffer>, tableId: string): AsyncGenerator<RecordText[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const splitter = new JsonSplitter(linesGrammar);
  try {
    for await (const chunk of bytes) yield splitter.write(decoder.decode(chunk, { stream: true }));
    yield splitter.write(decoder.decode());
    splitter.end();
  } catch (error) {
    if (error instanceof UnreadableFile) throw badFile(`${recordsPath(tableId)}: ${error.message}`);
    if ((error as NodeJS.ErrnoException).code === notUtf8)
      throw invalid(recordsPath(tableId), "is not UTF-8");
    throw error;
  }
}

/** The code of errors of a decoder. */
const notUtf8 = "ERR_ENCODING_INVALID_ENCODED_DATA";

/** Parses and validates the records of one table. */
export class RecordReader {
  /** The highest number by field id, for fields that number records. */
  readonly numbers = new Map<string, number>();
  readonly #byName: ReadonlyMap<string, SchemaField>;

  constructor(
    readonly schema: TableSchema,
    readonly fileOf: FileOf,
    /** The ids of all people of this installation. */
    readonly people: ReadonlySet<string>,
  ) {
    this.#byName = new Map(fieldsInFile(schema).map((field) => [field.name, field]));
  }

  /** Throws a 400 that names the line and its first problem. */
  read({ text, number }: RecordText): ReadRecord {
    const refuse = (problem: string) => invalid(`line ${number} of ${recordsPath(this.schema.id)}`, problem);
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw refuse("is not JSON");
    }
    const hostile = mayBeHostile.test(text) ? findHostile(json) : undefined;
    if (hostile) throw refuse(`has a value that ${hostile.message}`);
    const line = tryParse(recordLine, json);
    if (!line.success) {
      const [problem] = detailsOf(line.error, "");
      throw refuse(`has a record whose ${problem?.path} ${problem?.message}`);
    }
    const { fields, createdById, updatedById, ...identity } = line.data;
    return {
      ...identity,
      createdById: this.#known(createdById),
      updatedById: this.#known(updatedById),
      ...this.#values(fields, refuse),
    };
  }

  /** The person, unless they are not known here, as in a file of another installation. */
  #known(personId: string | null): string | null {
    return personId !== null && this.people.has(personId) ? personId : null;
  }

  #values(
    written: { readonly [name: string]: unknown },
    refuse: (problem: string) => Error,
  ): Pick<ReadRecord, "data" | "links"> {
    const data: { [fieldId: string]: unknown } = {};
    const links: { field: SchemaField; ids: string[] }[] = [];
    for (const [name, value] of Object.entries(written)) {
      const field = this.#byName.get(name);
      if (!field) throw refuse(`has a value for ${quote(name)}, which ${unknownField(this.schema)}`);
      if (value === null) continue;
      const read = tryParse(field.value, withoutStrangers(field, value));
      if (!read.success) {
        const [problem] = detailsOf(read.error, "");
        throw refuse(`has an invalid value: “${name}” ${problem?.message}`);
      }
      if (isEmpty(field.fieldType, read.data)) continue;
      if (isLink(field)) links.push({ field, ids: read.data as string[] });
      else data[field.id] = this.#stored(field, read.data, refuse);
    }
    return { data, links };
  }

  #stored(field: SchemaField, value: unknown, refuse: (problem: string) => Error): unknown {
    if (isNumbering(field.type)) {
      this.numbers.set(field.id, Math.max(this.numbers.get(field.id) ?? 0, value as number));
    }
    if (field.fieldType.storage !== "files") return storeValue(field, value);
    return (value as unknown[]).map((file) => {
      const stored = this.fileOf(file);
      if (stored === undefined) throw refuse(`has a file in “${field.name}” that is not in the file`);
      return stored;
    });
  }
}

/** Leaves out people who are not known here, as in a file of another installation. */
function withoutStrangers({ fieldType: { storage }, template }: SchemaField, value: unknown): unknown {
  if (storage !== "people" || !Array.isArray(value)) return value;
  return value.filter((person) => personById(template as PeopleTemplate, String(person?.id)) !== undefined);
}

/** Escapes by which JSON may hold a character that cannot be stored. */
const mayBeHostile = /\\u(?:0000|[dD][89a-fA-F])/;

/** Left out in files from before they were kept. */
const author = z.guid().nullable().default(null);

const recordLine = z.strictObject({
  id: recordId,
  createdAt: storedMoment,
  updatedAt: storedMoment,
  createdById: author,
  updatedById: author,
  source: z.enum(sources),
  position: z.string().regex(/^-?\d{1,100}(\.\d{1,200})?$/, { error: "takes a decimal number as text" }),
  fields: z.record(z.string(), z.unknown()),
});
