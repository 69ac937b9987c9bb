import { BUILDER_HINTS_PATH, type BuilderHints } from '@app/contract/builder-hints'
import { EXTENSION_FILE_PATH } from '@app/contract/public-content'
import { Hono } from 'hono'
import { answerEncoded, encode } from '#http/pages/encodings.ts'
import type { ExtensionBuild } from './extension-file.ts'

type Needs = { hints: BuilderHints; build: Pick<ExtensionBuild, 'zip'> }

const HINTS_HEADERS = {
  // Extensions ask once a day; a change has to reach those that ask an hour later.
  'cache-control': 'public, max-age=3600',
  // They ask from an origin of their own, and without anything that says who asks.
  'access-control-allow-origin': '*',
}

const ZIP_HEADERS = {
  'cache-control': 'no-cache',
  'content-disposition': 'attachment; filename="gitferry-chrome.zip"',
}

/** What extensions read, and the extension itself as a file. */
export function extensionRoutes({ hints, build }: Needs) {
  const words = encode(Buffer.from(JSON.stringify(hints)), 'application/json; charset=utf-8', 9)

  return new Hono()
    .on(['GET', 'HEAD'], BUILDER_HINTS_PATH, (c) => answerEncoded(c.req.raw, words, HINTS_HEADERS))
    .on(['GET', 'HEAD'], EXTENSION_FILE_PATH, (c) => {
      const zip = build.zip()

      return zip
        ? answerEncoded(c.req.raw, zip, ZIP_HEADERS)
        : c.text('Not found', 404, { 'cache-control': 'no-store' })
    })
}
