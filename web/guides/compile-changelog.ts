import type { Guide } from '#features/guides/guide.ts'
import { compileGuide } from './compile-guide.ts'

/** What runs a server of one's own is read in the repository. */
const NOT_FOR_MEMBERS = /^### For developers and operators\n[\s\S]*?(?=^## |$(?![\s\S]))/gm
/** Visitors use it already. */
const UNRELEASED = /^## Unreleased$/m

/** The list of changes for members. It has no anchors of its own: each release gets one from its words. */
export function compileChangelog(markdown: string): Guide {
  return compileGuide(
    markdown
      .replace(NOT_FOR_MEMBERS, '')
      .replace(UNRELEASED, '## Latest')
      .replace(/^## (.+)$/gm, (heading, words: string) => `${heading} {#${anchorOf(words)}}`),
  )
}

const anchorOf = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
