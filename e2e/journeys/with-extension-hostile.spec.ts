import { expect } from '@playwright/test'
import { look, test } from './with-extension.ts'

test('a page that forges captures, wraps what we wrap and presses our button gets nothing in', async ({
  extension,
  builder,
}) => {
  await extension.connectMember()
  const { page, tabId } = await extension.openProject(await builder.newProject('Hostile'))
  const panel = await extension.openPanel(tabId)
  const seen = await page.evaluate(() => {
    const { chrome: found } = globalThis as unknown as {
      chrome?: { runtime?: object; storage?: object }
    }
    return { runtime: Boolean(found?.runtime), storage: Boolean(found?.storage) }
  })
  expect(seen).toEqual({ runtime: false, storage: false })
  const tabs = extension.context.pages().length
  await page.evaluate(() => {
    const forged = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]).buffer
    const forge = (to: Window) => {
      for (const nonce of ['forged', '', undefined, {}, null]) {
        to.postMessage({ source: 'gitferry-captured', nonce, bytes: forged }, '*')
        to.postMessage({ source: 'gitferry-captured', nonce, address: 'https://evil.test' }, '*')
      }
      to.postMessage({ source: 'gitferry-captured', bytes: new ArrayBuffer(30_000_000) }, '*')
    }
    forge(window)
    setInterval(() => forge(window), 500)
    // From frames, whose messages come from another window.
    for (const srcdoc of ['', '<p>frame</p>']) {
      const frame = document.createElement('iframe')
      if (srcdoc) frame.srcdoc = srcdoc
      document.body.append(frame)
      const { contentWindow } = frame
      const script = contentWindow?.document.createElement('script')
      if (script) contentWindow?.document.documentElement.append(script)
      setInterval(() => forge(window), 500)
    }
    // Uses of the wrapped interfaces by a page's own libraries.
    const { createObjectURL } = URL
    URL.createObjectURL = (object) => createObjectURL.call(URL, object)
    const { click } = HTMLAnchorElement.prototype
    HTMLAnchorElement.prototype.click = function () {
      return click.call(this)
    }
    window.postMessage = () => {
      throw new Error('replaced')
    }
    const button = document.querySelector('gitferry-button')?.shadowRoot?.querySelector('button')
    for (let i = 0; i < 20; i++) {
      button?.click()
      button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      button?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
    }
  })
  await look(panel, 'hostile')

  await expect(panel.getByText('4 added')).toBeVisible()
  expect(extension.context.pages()).toHaveLength(tabs)
})

test('a tab that shows another project than it said, or says what is no project, is refused', async ({
  extension,
  builder,
}) => {
  await extension.connectMember()
  const [mine, other] = [await builder.newProject('Mine'), await builder.newProject('Other')]
  const { page, tabId } = await extension.openProject(other)
  await page.goto(`${builder.url}/~/${mine}`)
  await expect.poll(() => extension.projectIn(tabId)).toBe(mine)
  // As after a return from bfcache, of which the worker was not informed.
  await extension.say(tabId, other)
  const panel = await extension.openPanel(tabId)
  await look(panel, 'other')
  await expect(panel.getByText('The project is not open in a tab of the builder')).toBeVisible()

  await page.goto(`${builder.url}/~/__proto__`)
  await expect(panel.getByText('No project open')).toBeVisible()
  await page.goto(`${builder.url}/~/${mine}`)
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Mine')
})
