import {
  BUILDER_HINTS_PATH,
  type BuilderHints,
  builderHints,
  MOST_HINTS_BYTES,
  NO_HINTS,
} from '@app/contract/builder-hints'
import { config } from '#config/config.ts'
import type { ExportHints } from '#messages/messages.ts'
import { note } from '#store/log.ts'
import { local } from '#store/storage.ts'
import { announce } from './announce.ts'
import { isYounger } from './clock-rules.ts'

const HOUR_MS = 60 * 60_000
/** Less than a day: the alarm of the next day must find it due. */
const ASK_AGAIN_MS = 20 * HOUR_MS
/** A site that answers no longer does not keep a banner up. */
const COUNTS_FOR_MS = 7 * 24 * HOUR_MS
const TIMEOUT_MS = 10_000

/** Once a day. Words only: what is done with them is decided here. */
export async function fetchHintsDaily(): Promise<void> {
  const known = await local.read('hints')
  if (known && isYounger(known.at, ASK_AGAIN_MS, Date.now())) return
  const said = await fetchHints().catch(() => null)
  if (!said) return note('builder hints: none')
  await local.write('hints', { said, at: Date.now() })
  announce()
}

/** Null for an answer that is none. */
async function fetchHints(): Promise<BuilderHints | null> {
  const answer = await fetch(`${config.siteUrl}${BUILDER_HINTS_PATH}`, {
    credentials: 'omit',
    cache: 'no-cache',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = answer.ok ? await answer.text() : ''
  if (text === '' || text.length > MOST_HINTS_BYTES) return null
  const hints = builderHints.safeParse(JSON.parse(text))

  return hints.success ? hints.data : null
}

async function currentHints(): Promise<BuilderHints> {
  const known = await local.read('hints')

  return known && isYounger(known.at, COUNTS_FOR_MS, Date.now()) ? known.said : NO_HINTS
}

/** For the script in the builder's page. */
export async function exportHints(): Promise<ExportHints> {
  const { download, export: exports } = await currentHints()

  return { download, export: exports }
}

/** What our site has to say to everybody who pushes today. */
export const currentBanner = async () => (await currentHints()).banner
