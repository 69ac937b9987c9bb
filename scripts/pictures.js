import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser } from './browser.js'
import { root } from './root.js'
import { main, Refusal, run } from './run.js'

const PICTURES = [
  { page: 'social.html', name: 'social.png', width: 1200, height: 630 },
  { page: 'icon.html', name: 'apple-touch-icon.png', width: 180, height: 180 },
  { page: 'icon.html', name: 'icon-192.png', width: 192, height: 192 },
  { page: 'icon.html', name: 'icon-512.png', width: 512, height: 512 },
]
const FAVICON_PX = 48

/** Renders preview pictures and icons from the pages in web/pictures; the results are checked in. */
await main(async () => {
  const browser = await findBrowser()
  if (!browser) throw new Refusal('Rendering pictures needs a browser, and none was found.')
  const profile = mkdtempSync(join(tmpdir(), 'gitferry-pictures-'))
  const draw = (page, to, width, height) =>
    run(browser.path, [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      // The lines are a CSS mask, which Chromium otherwise does not load from a file.
      '--allow-file-access-from-files',
      '--default-background-color=00000000',
      `--user-data-dir=${profile}`,
      `--window-size=${width},${height}`,
      `--screenshot=${to}`,
      pathToFileURL(page).href,
    ])

  try {
    for (const { page, name, width, height } of PICTURES) {
      await draw(join(root, 'web/pictures', page), join(root, 'web/public', name), width, height)
    }
    const png = join(profile, 'favicon.png')
    await draw(join(root, 'web/public/favicon.svg'), png, FAVICON_PX, FAVICON_PX)
    writeFileSync(join(root, 'web/public/favicon.ico'), icoOf(readFileSync(png)))
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
})

/** Wraps one PNG as favicon.ico for old browsers. */
function icoOf(png) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(FAVICON_PX, 6)
  head.writeUInt8(FAVICON_PX, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)

  return Buffer.concat([head, png])
}
