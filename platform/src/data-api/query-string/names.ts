import { ahead, end, lexeme, literal, notBefore, run, run1 } from './characters.ts'
import type { Field, JsonStep } from './query.ts'
import { attempt, either, many, maybe, named, type Parser, separated1, seq } from './reader.ts'

const inQuotes = run(/(?:[^"\\]|\\[\s\S])*/y)

/** Text in double quotes; a backslash escapes the next character. */
export const quoted: Parser<string> = seq([literal('"'), inQuotes, literal('"')], (_, text) =>
  text.includes('\\') ? text.replace(/\\([\s\S])/g, '$1') : text,
)

export const identifier: Parser<string> = seq(
  [run1(/[\p{L}0-9_ $]+/uy, ['letter', 'digit'])],
  (text) => text.trim(),
)

const dash = attempt(seq([literal('-'), notBefore(literal('>'))], () => '-'))

/** Parts joined by `-`; a `-` that begins an arrow ends the name. */
const dashed = (part: Parser<string>): Parser<string> =>
  seq([separated1(part, dash)], (parts) => parts.join('-'))

export const fieldName: Parser<string> = named(
  'field name (* or [a..z0..9_$])',
  either(quoted, dashed(identifier)),
)

const jsonKey: Parser<string> = named(
  'any non reserved character different from: .,>()',
  either(quoted, dashed(seq([run1(/[^(\-:.,>)]+/y)], (text) => text.trim()))),
)

const arrow = either<JsonStep['arrow']>(
  attempt(seq([literal('->>')], () => '->>' as const)),
  attempt(seq([literal('->')], () => '->' as const)),
)

const indexEnd = either<unknown>(
  ...['->', '::', '.', ','].map((text) => attempt(ahead(literal(text)))),
  end,
)

const index = seq(
  [maybe(literal('-')), run1(/[0-9]+/y, ['digit']), indexEnd],
  (minus, digits) => `${minus ?? ''}${digits}`,
)

const step: Parser<JsonStep> = seq(
  [
    arrow,
    either(
      attempt(seq([index], (key) => ({ key, isIndex: true }))),
      attempt(seq([jsonKey], (key) => ({ key, isIndex: false }))),
    ),
  ],
  (by, operand) => ({ arrow: by, ...operand }),
)

export const jsonPath: Parser<JsonStep[]> = many(step)

export const field: Parser<Field> = lexeme(
  seq([fieldName, jsonPath], (name, path) => ({ name, path })),
)

export const delimiter: Parser<string> = named('delimiter (.)', literal('.'))

/** `a.b.c->d`: the path of embeds, and the field. */
export const treePath: Parser<{ path: string[]; field: Field }> = seq(
  [separated1(fieldName, delimiter), jsonPath],
  (names, path) => ({ path: names.slice(0, -1), field: { name: names.at(-1) ?? '', path } }),
)

export const nameList: Parser<string[]> = separated1(fieldName, lexeme(literal(',')))
