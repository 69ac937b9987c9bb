import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ExtensionFile } from '@app/contract/public-content'
import * as z from 'zod/mini'
import { type Encoded, encode } from '#http/pages/encodings.ts'

/** Written by `npm run extension` beside its ZIP. */
const DESCRIPTION = 'gitferry-chrome.json'

const description = z.object({
  version: z.string(),
  file: z.string().check(z.regex(/^[\w.-]+\.zip$/)),
  siteUrl: z.string(),
})

type Needs = {
  folder: string
  /** A build for another site would talk to that one. */
  siteUrl: string
}

type Build = { file: ExtensionFile; zip: Encoded }

export type ExtensionBuild = ReturnType<typeof openExtensionBuild>

/** The extension as it was built last for this site, also while the server runs. */
export function openExtensionBuild({ folder, siteUrl }: Needs) {
  const place = join(folder, DESCRIPTION)
  let readAt: number | null = null
  let build: Build | null = null

  const current = (): Build | null => {
    const writtenAt = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? null
    if (writtenAt !== readAt) {
      readAt = writtenAt
      build = writtenAt === null ? null : readBuild()
    }
    return build
  }

  return {
    zip: () => current()?.zip ?? null,
    /** The same object until another build is there. */
    file: (): ExtensionFile | null => current()?.file ?? null,
  }

  function readBuild(): Build | null {
    try {
      const {
        version,
        file,
        siteUrl: itsSite,
      } = description.parse(JSON.parse(readFileSync(place, 'utf8')))
      if (itsSite !== siteUrl) return null
      const bytes = readFileSync(join(folder, file))

      return {
        file: { version, bytes: bytes.byteLength },
        zip: encode(bytes, 'application/zip', 0),
      }
    } catch {
      // Half written, or without its ZIP: as good as none.
      return null
    }
  }
}
