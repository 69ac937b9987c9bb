import { readFileSync } from 'node:fs'
import {
  type BuilderHints,
  builderHintsFile,
  MOST_HINTS_BYTES,
  NO_HINTS,
} from '@app/contract/builder-hints'
import type { EnvironmentReader } from '@app/platform/config/environment.ts'
import type * as z from 'zod/mini'

export type ExtensionConfig = {
  hints: BuilderHints
  /** Where builds of the extension are; null: where `npm run extension` puts them. */
  folder: string | null
}

export const readExtension = (env: EnvironmentReader): ExtensionConfig => ({
  hints: readHints(env),
  folder: env.get('EXTENSION_FOLDER') ?? null,
})

/** Read once, at the start: an operator who changed the file learns at once whether it is valid. */
function readHints(env: EnvironmentReader): BuilderHints {
  const file = env.get('EXTENSION_HINTS_FILE')
  if (!file) return NO_HINTS
  const text = readText(file)
  if (text === null) return refused('cannot be read')
  if (Buffer.byteLength(text) > MOST_HINTS_BYTES) {
    return refused(`must not exceed ${MOST_HINTS_BYTES} bytes`)
  }
  const hints = builderHintsFile.safeParse(parseJson(text))
  if (hints.success) return hints.data
  const place = placeOf(hints.error.issues[0])

  return refused(place ? `is wrong at ${place}` : 'is no JSON object')

  function refused(why: string): BuilderHints {
    env.problem(`EXTENSION_HINTS_FILE names a file that ${why}`)
    return NO_HINTS
  }
}

/** The name in the file, as its author has to look for it. */
const placeOf = (issue: z.core.$ZodIssue | undefined): string =>
  [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])].join('.')

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Undefined if the text is not JSON; every schema rejects that. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
