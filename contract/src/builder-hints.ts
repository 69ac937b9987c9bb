import * as z from 'zod/mini'

/** Where extensions read what has changed in the builder's page since they were built. */
export const BUILDER_HINTS_PATH = '/extension/builder-hints.json'

export const MOST_HINTS_BYTES = 4096

/** Part of what a menu item says. A part of two letters would match almost every item. */
const word = z.string().check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(40))
const words = z._default(z.array(word).check(z.maxLength(20)), [])

/** One line of text, without anything that a page could take for more. */
const sentence = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{C}+$/u))

const banner = z.object({ en: sentence, es: sentence })

/** Words and one sentence: what the extension does with them is decided in the extension alone. */
export const builderHints = z.object({
  /** Items that export a project at once say one of these. */
  download: words,
  /** Items that lead to the export say one of these. */
  export: words,
  /** Shown in the extension's panel, in the reader's language. */
  banner: z._default(z.nullable(banner), null),
})

/** As an operator writes them: a misspelt name is refused. Extensions pass over names that are newer than they are. */
export const builderHintsFile = z.strictObject({
  ...builderHints.shape,
  banner: z._default(z.nullable(z.strictObject(banner.shape)), null),
})

export type BuilderHints = z.infer<typeof builderHints>

export const NO_HINTS: BuilderHints = { download: [], export: [], banner: null }
