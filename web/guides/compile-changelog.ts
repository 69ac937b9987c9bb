import type { Guide } from '#features/guides/guide.ts'
import { compileGuide } from './compile-guide.ts'

/** The list of changes has no anchors of its own: each release gets one from its words. */
export function compileChangelog(markdown: string): Guide {
  return compileGuide(
    markdown.replace(/^## (.+)$/gm, (heading, words: string) => `${heading} {#${anchorOf(words)}}`),
  )
}

const anchorOf = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
