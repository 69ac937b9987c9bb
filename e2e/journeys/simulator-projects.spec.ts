import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { addLinkedProject } from './projects.ts'
import { openSimulator, pickUpSession } from './simulator.ts'

// Without a connection GitHub's token is missing, which the browser itself reports.
test.use({ expectedConsole: /status of 404/ })

test('the list of projects is sent and fetched, and a deletion can be undone', async ({
  page,
  member,
}) => {
  await addLinkedProject(page, member)
  await openSimulator(page, 'projects')
  await pickUpSession(page)
  const list = page.getByRole('list', { name: 'Projects' })
  await expect(list.getByRole('listitem')).toHaveCount(1)

  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent. 1 updated, 0 conflicts, 0 deleted.')).toBeVisible()

  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(page.getByText('Fetched. 2 projects, 0 conflicts, 0 deleted.')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(2)

  // Only what the extension has sent before can be deleted by its absence.
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/^Sent\. \d updated, 0 conflicts, 0 deleted\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(page.getByText('Fetched. 2 projects, 0 conflicts, 0 deleted.')).toBeVisible()
  await list.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(/1 deleted\.$/)).toBeVisible()
  await page.getByRole('button', { name: /^Undo the deletion of / }).click()
  await expect(page.getByText(/ is back\.$/)).toBeVisible()

  await page.getByRole('button', { name: 'Fetch' }).click()
  await expect(page.getByText('Fetched. 2 projects, 0 conflicts, 0 deleted.')).toBeVisible()
})
