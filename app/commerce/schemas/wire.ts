import { z } from "zod";

/**
 * Notes on a schema about the contract's stricter requirements. The schemas here read more than the contract allows, so these
 * functions wrap them. docs/openapi.json and `awning conform` use the notes.
 */
type Note = {
  /** The contract's schema, if this one also reads other values. */
  as?: z.ZodType;
  /** The schema of each item in the list; items are read one by one. */
  items?: z.ZodType;
  /** A backend may omit the field or send null; the shopper loses nothing. */
  isOptional?: true;
  /** The object's name in docs/openapi.json. */
  name?: string;
  /** One sentence for docs/commerce-api.md. */
  about?: string;
  /** The strict schema of a named object. One instance, since JSON Schema refers to it. */
  strict?: z.ZodType;
};

const notes = new WeakMap<z.ZodType, Note>();

/** Copies the schema, with `more` added to its note. */
function note<Schema extends z.ZodType>(schema: Schema, more: Note): Schema {
  const copy = schema.clone(schema.def, { parent: true }) as Schema;
  notes.set(copy, { ...notes.get(schema), ...more });
  return copy;
}

export const sentAs = <Schema extends z.ZodType>(schema: Schema, as: z.ZodType) => note(schema, { as });
export const listing = <Schema extends z.ZodType>(schema: Schema, items: z.ZodType) => note(schema, { items });
export const mayOmit = <Schema extends z.ZodType>(schema: Schema) => note(schema, { isOptional: true });
export const named = <Schema extends z.ZodType>(schema: Schema, name: string) => note(schema, { name });
export const described = <Schema extends z.ZodType>(schema: Schema, about: string) => note(schema, { about });

/** The schema inside a transform, default, catch, optional or nullable; null for any other. */
function unwrap(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType;
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodDefault;
  return isWrapper ? (schema.unwrap() as z.ZodType) : null;
}

export function isOptional(schema: z.ZodType): boolean {
  const { isOptional: isNoted, as, items } = notes.get(schema) ?? {};
  if (isNoted || schema instanceof z.ZodOptional) return true;
  const inner = as || items ? null : unwrap(schema);
  return inner !== null && isOptional(inner);
}

/** The items of a list, the fields of an object, or null for a value. */
export function contentOf(schema: z.ZodType): { items: z.ZodType } | { fields: Record<string, z.ZodType> } | null {
  const { as, items } = notes.get(schema) ?? {};
  if (items) return { items };
  if (schema instanceof z.ZodArray) return { items: schema.element as z.ZodType };
  if (schema instanceof z.ZodObject) return { fields: schema.shape as Record<string, z.ZodType> };
  const inner = as ? null : unwrap(schema);
  return inner && contentOf(inner);
}

/** The contract's schema of an answer. It allows fields that the contract does not name. */
export function toStrict(schema: z.ZodType): z.ZodType {
  const { name, about, strict } = notes.get(schema) ?? {};
  if (strict) return strict;
  const bare = toBareStrict(schema);
  if (!name && !about) return bare;
  const described = bare.meta({ ...(name && { id: name }), ...(about && { description: about }) });
  if (name) notes.set(schema, { ...notes.get(schema), strict: described });
  return described;
}

function toBareStrict(schema: z.ZodType): z.ZodType {
  const { as, items } = notes.get(schema) ?? {};
  if (as) return as;
  if (items) return z.array(toStrict(items));
  if (schema instanceof z.ZodArray) return z.array(toStrict(schema.element as z.ZodType));
  if (schema instanceof z.ZodObject) return z.looseObject(toStrictFields(schema.shape as Record<string, z.ZodType>));
  if (schema instanceof z.ZodNullable) return orNull(toStrict(schema.unwrap() as z.ZodType));
  const inner = unwrap(schema);
  return inner ? toStrict(inner) : schema;
}

const toStrictFields = (fields: Record<string, z.ZodType>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const strict = toStrict(field);
      return [name, isOptional(field) ? orNull(strict).optional() : strict];
    }),
  );

const orNull = (schema: z.ZodType) => (schema.safeParse(null).success ? schema : schema.nullable());
