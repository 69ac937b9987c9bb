import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { choose } from './choose.ts'
import { test } from './fixtures.ts'
import {
  cloneOf,
  git,
  lookAgain,
  openWithGithub,
  projectOf,
  push,
  pushToNewRepository,
} from './pushing.ts'
import { addFile, editor, openFile, serviceKey } from './simulator.ts'

test('a project goes to a new private repository, and its changes after it, byte for byte', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'tide-planner')
  const address = await codeHost.cloneAddress(login, 'tide-planner')
  expect(cloneOf(address)).toEqual(await projectOf(page))

  for (const name of ['app.tsx', 'tides.ts', 'moon.ts']) {
    await openFile(page, name)
    await editor(page, `src/${name}`).fill(`export const changed = '${name}'\n`)
  }
  await openFile(page, 'styles.css')
  await page.getByRole('button', { name: 'Delete file' }).click()
  await openFile(page, 'format-time.ts')
  await page.getByRole('button', { name: 'Rename file' }).click()
  await page.getByRole('dialog').getByLabel('Path').fill('src/time-words.ts')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await openFile(page, 'favicon.png')
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255, 13, 10, 13])
  const choosing = page.waitForEvent('filechooser')
  await page.getByText('Replace', { exact: true }).click()
  await (await choosing).setFiles({ name: 'new.png', mimeType: 'image/png', buffer: picture })
  await lookAgain(page)
  await expect(page.getByText('1 added, 4 changed, 2 deleted, 18 unchanged')).toBeVisible()
  await expect(page.getByText('src/format-time.ts is now src/time-words.ts')).toBeVisible()
  await push(page)

  const project = await projectOf(page)
  expect(cloneOf(address)).toEqual(project)
  expect(project['scripts/refresh-tides.sh']).toMatch(/^100755 /)
  expect(project['public/favicon.png']).toBe(`100644 ${picture.toString('latin1')}`)
})

test('three of a thousand files changed: five requests, and the page stays alive', async ({
  page,
  codeHost,
  member: _,
}) => {
  test.slow()
  const { archive, change } = thousandFiles()
  const login = await openWithGithub(page, codeHost)
  await openArchive(page, archive())
  await page.getByRole('button', { name: 'New project' }).click()
  await expect(page.getByText('1,000 files', { exact: true })).toBeVisible()
  await pushToNewRepository(page, 'thousand')
  change('src/file-1.ts', 'src/file-500.ts', 'src/file-999.ts')
  await openArchive(page, archive())
  await page.getByRole('button', { name: /^Replace the files of/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A new page, because remembered state of the first push would save a request.
  await page.reload()

  const before = await codeHost.lastRequest()
  const look = page.getByRole('button', { name: 'Look at the changes' })
  await expect(look).toBeVisible()
  await expect(page.getByText('1,000 files', { exact: true })).toBeVisible()
  const button = await look.elementHandle()
  const longestTask = await watchTasks(page)
  // The button is found before: looking for it by its role takes longer than what is measured.
  await button?.evaluate((element) => (element as HTMLElement).click())
  await page.waitForFunction(() => document.querySelector('form [role=status]') !== null, null, {
    polling: 100,
  })
  expect(await longestTask()).toBeLessThan(100)
  await expect(page.getByText('3 changed, 997 unchanged')).toBeVisible()
  await expect(page.getByText(/^5 requests to GitHub/)).toBeVisible()
  await push(page)

  const requests = await codeHost.requestsAfter(before, `/repos/${login}/thousand/*`)
  const isCount = ({ method, path }: { method: string; path: string }) =>
    method === 'GET' && path.split('/')[5] === 'blobs'
  expect(requests.filter(isCount)).toHaveLength(3)
  expect(
    requests
      .filter((one) => !isCount(one))
      .map(({ method, path }) => `${method} ${path.split('/')[5]}`),
  ).toEqual(['GET main', 'GET trees', 'POST trees', 'POST commits', 'PATCH refs'])
})

test('an env file and a service key stay here; what both changed is chosen', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  await pushToNewRepository(page, 'careful')
  const address = await codeHost.cloneAddress(login, 'careful')
  const before = cloneOf(address)
  await addFile(page, '.env.local', 'PASSWORD=1\n')
  await addFile(page, 'src/key.ts', `export const key = '${serviceKey()}'\n`)
  await openFile(page, 'README.md')
  await editor(page, 'README.md').fill('# Mine\n')
  await codeHost.commit(login, 'careful', { 'README.md': '# Theirs\n' })

  await lookAgain(page)
  await expect(page.getByText(/^1 possible secret\. Left out/)).toBeVisible()
  await expect(page.getByText(/^Line 1: a Supabase service_role key/)).toBeVisible()
  await expect(page.getByText(/^\.env\.local usually holds passwords/)).toBeVisible()
  await expect(page.getByText(/^1 file changed here and on GitHub/)).toBeVisible()
  await page.getByText('Keep mine', { exact: true }).click()
  await push(page)

  expect(cloneOf(address)).toEqual({ ...before, 'README.md': '100644 # Mine\n' })
})

test('what an organisation’s repository has of its own is shown, and stays', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const organisation = await codeHost.newOrganisation(login)
  await codeHost.addRepository(organisation, 'handbook', [{ message: 'First', hoursAgo: 2 }], true)
  await codeHost.push(login, `${organisation}/handbook`, 'Rules')
  const address = await codeHost.cloneAddress(organisation, 'handbook', login)
  const { 'README.md': _readme, ...own } = cloneOf(address)
  const [path = ''] = Object.keys(own)
  await page.reload()

  await choose(page, page.getByRole('combobox', { name: 'Owner' }), organisation)
  await page.getByLabel('handbook').check()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await expect(page.getByText('23 added, 1 changed')).toBeVisible()
  await expect(
    page.getByText('1 file there will be replaced, 1 that only GitHub has will stay.'),
  ).toBeVisible()
  await page.getByText(/^Only on GitHub, stays/).click()
  await expect(page.getByLabel(`Delete on GitHub too: ${path}`)).not.toBeChecked()
  await page.getByLabel(`Yes, push to ${organisation}/handbook`).check()
  await push(page)

  expect(cloneOf(address)).toEqual({ ...(await projectOf(page)), ...own })
})

test('a repository that is not listed is opened to the app on GitHub’s page of its owner', async ({
  page,
  codeHost,
  member: _,
}) => {
  const login = await openWithGithub(page, codeHost)
  const organisation = await codeHost.newOrganisation(login)
  await page.reload()
  await choose(page, page.getByRole('combobox', { name: 'Owner' }), organisation)

  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Not listed? Give the app access' }).click()
  const owners = await opening

  await owners.waitForURL(/\/installations\//)
  await expect(owners.getByText(organisation).first()).toBeVisible()
})

/** A project of a thousand files, as an archive by git. */
function thousandFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'thousand-'))
  const output = join(mkdtempSync(join(tmpdir(), 'archive-')), 'thousand.zip')
  mkdirSync(join(folder, 'src'))
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  for (let i = 0; i < 1000; i++) {
    write(`src/file-${i}.ts`, `export const number${i} = ${i}\n`.repeat(60))
  }
  git(folder, ['init', '--quiet'])

  return {
    change: (...paths: string[]) => {
      for (const path of paths) write(path, 'export const changed = true\n')
    },
    archive: () => {
      git(folder, ['add', '--all'])
      const tree = git(folder, ['write-tree']).trim()
      git(folder, ['archive', '--format=zip', '--output', output, tree])
      return output
    },
  }
}

async function openArchive(page: Page, archive: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByText('Open a ZIP', { exact: true }).click()
  await (await choosing).setFiles(archive)
}

type TraceEvent = {
  name: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/** Returns how long one task of a page took at most since, in milliseconds of the processor: others may be busy on it too. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown[] as TraceEvent[])),
  )
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
    transferMode: 'ReportEvents',
  })

  return async () => {
    const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await isComplete
    const threads = events.filter(({ args }) => args?.name === 'CrRendererMain')
    const tasks = events.filter(
      ({ name, pid, tid }) =>
        name === 'RunTask' && threads.some((main) => main.pid === pid && main.tid === tid),
    )
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
  }
}
