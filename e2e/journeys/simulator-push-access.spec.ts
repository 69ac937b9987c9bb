import { expect, type Page } from '@playwright/test'
import { expectAccessibleWhenOpen } from './accessible.ts'
import { test } from './fixtures.ts'
import { lookAgain, openWithGithub, push, pushToNewRepository } from './pushing.ts'
import { addFile, openPanel, serviceKey } from './simulator.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.slow()

test('a review, its end and the history are accessible', async ({ page, codeHost, member: _ }) => {
  const login = await openWithGithub(page, codeHost)
  await codeHost.addRepository(login, 'asks', [{ message: 'First', hoursAgo: 2 }])
  await page.reload()
  await page.getByLabel('asks').check()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await page.getByRole('button', { name: 'Changed README.md' }).click()
  await expect(page.getByText('Part of Pro')).toBeVisible()

  await expectAccessibleWhenOpen(page)

  await page.getByLabel(/^Yes, push to/).check()
  await page.getByLabel(/^Yes, everybody/).check()
  await push(page)
  await expectAccessibleWhenOpen(page)
  await openPanel(page, 'History')
  await page.getByRole('button', { name: /^First/ }).click()
  await page.getByRole('button', { name: 'Branch from here' }).click()
  await expectAccessibleWhenOpen(page)
})

test('a possible secret is asked about accessibly, and answered by keyboard alone', async ({
  page,
  codeHost,
  member: _,
}) => {
  await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'keys')
  await addFile(page, 'src/key.ts', `export const key = '${serviceKey()}'\n`)
  await lookAgain(page)
  await expect(page.getByText(/^1 possible secret\. Left out/)).toBeVisible()
  await expectAccessibleWhenOpen(page)

  const notSecret = page.getByRole('button', { name: 'Not a secret: src/key.ts, line 1' })
  await notSecret.focus()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo: src/key.ts, line 1' })
  await expect(undo).toBeFocused()
  await expectAccessibleWhenOpen(page)
  await page.keyboard.press('Enter')
  await expect(notSecret).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(undo).toBeVisible()

  // Remembered by the browser, and taken back there.
  await page.reload()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  const askAgain = page.getByRole('button', { name: 'Ask about it again' })
  await expect(askAgain).toBeVisible()
  await expectAccessibleWhenOpen(page)
  await askAgain.focus()
  await page.keyboard.press('Enter')
  const tick = page.getByLabel('Push src/key.ts all the same')
  await tick.focus()
  await page.keyboard.press('Space')
  await tabTo(page, 'Push 1 file')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Pushed 1 file to/)).toBeVisible()
})

test('a push by keyboard alone', async ({ page, codeHost, member: _ }) => {
  await openWithGithub(page, codeHost)

  await page.getByLabel('Search repositories').focus()
  await page.keyboard.type('by-keys')
  await tabTo(page, 'New repository by-keys, private')
  await page.keyboard.press('Space')
  await tabTo(page, 'Look at the changes')
  await page.keyboard.press('Enter')
  await expect(page.getByText('24 added')).toBeVisible()
  await tabTo(page, 'Push 24 files')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Pushed 24 files to/)).toBeVisible()
  await tabTo(page, 'Open on GitHub')
})

/** Tab by Tab, to what has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const nameOf = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      return element?.labels?.[0]?.textContent ?? element?.textContent
    })
  // Waits for the list, because Tab skips a list that is still loading.
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  for (let i = 0; i < 60; i++) {
    if ((await nameOf()) === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}
