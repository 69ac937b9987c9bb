import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { type CodeHost, connect } from './code-host.ts'
import { openSimulator, pickUpSession } from './simulator.ts'

/** Path → mode and content, as text that shows a difference. */
export type Files = Record<string, string>

/** A member with GitHub connected, on the page with its own session. Returns their login. */
export async function openWithGithub(page: Page, codeHost: CodeHost): Promise<string> {
  const login = await codeHost.newPerson()
  await codeHost.install(login)
  await connect(page, login)
  await openSimulator(page)
  await pickUpSession(page)

  return login
}

export async function pushToNewRepository(page: Page, name: string): Promise<void> {
  await chooseNewRepository(page, name)
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  await push(page)
}

export async function chooseNewRepository(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search repositories').fill(name)
  await page.getByLabel(`New repository ${name}, private`).check()
}

/** Reviews and confirms; the files are on their way when this returns. */
export async function beginPush(page: Page): Promise<void> {
  await confirmPush(page)
  await expect(page.getByText(/^Sending/)).toBeVisible()
}

export async function confirmPush(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Look at the changes' }).click()
  const submit = page.getByRole('button', { name: /^Push [\d,]+ files?$/ })
  await expect(submit).toBeVisible()
  for (const question of await page.getByLabel(/^Yes, push to/).all()) await question.check()
  await submit.click()
}

/** Begins the first push to a new repository; its blobs wait until the returned function is called. */
export async function beginHeldPush(
  page: Page,
  codeHost: CodeHost,
  { login, name }: { login: string; name: string },
): Promise<() => Promise<unknown>> {
  const letGo = await codeHost.hold('POST', `/repos/${login}/${name}/git/blobs`)
  await chooseNewRepository(page, name)
  await beginPush(page)
  return letGo
}

/** Signs out in another tab; this page says so and stays. */
export async function signOutElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.bringToFront()

  const dialog = page.getByRole('dialog', { name: 'You signed out in another tab.' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

/** Presses the button of the review, and waits for the end. */
export async function push(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Push [\d,]+ files?$/ }).click()
  await expect(page.getByText(/^Pushed [\d,]+ files? to/)).toBeVisible({ timeout: 30_000 })
}

/** Begins the next push of a project that is linked. */
export async function lookAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Push again' }).click()
  await page.getByRole('button', { name: 'Look at the changes' }).click()
}

/** The branch's files, as `git clone` gets them. */
export function cloneOf(address: string, branch = 'main'): Files {
  const folder = mkdtempSync(join(tmpdir(), 'clone-'))
  git(folder, ['clone', '--quiet', '--branch', branch, address, '.'])
  const lines = git(folder, ['ls-files', '--stage', '-z']).split('\0').filter(Boolean)

  return Object.fromEntries(
    lines.map((line) => {
      const [, mode = '', path = ''] = /^(\d+) \w+ \d\t(.*)$/s.exec(line) ?? []
      return [path, entry(mode, readFileSync(join(folder, path)))]
    }),
  )
}

export const git = (folder: string, args: string[]): string =>
  execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'core.quotepath=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

/** A ZIP file as the builder makes it. */
export function archiveOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  git(folder, ['init', '--quiet'])
  git(folder, ['add', '--all'])
  git(folder, ['archive', '--format=zip', '--output=tide.zip', git(folder, ['write-tree']).trim()])

  return {
    name: 'tide.zip',
    mimeType: 'application/zip',
    buffer: readFileSync(join(folder, 'tide.zip')),
  }
}

/** The project's files in the page. */
export const projectOf = (page: Page): Promise<Files> => downloadBy(page, 'Download ZIP')

/** The files of the ZIP that a button gives. */
export async function downloadBy(page: Page, button: string): Promise<Files> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()

  return readArchive(readFileSync(await (await downloading).path()))
}

function readArchive(bytes: Buffer): Files {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  const files: Files = {}
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [nameBytes, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const path = bytes.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0))
    const mode = (bytes.readUInt32LE(at + 38) >>> 16).toString(8)
    if (!path.endsWith('/')) files[path] = entry(mode, contentAt(bytes, at))
    at += 46 + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

function contentAt(bytes: Buffer, at: number): Buffer {
  const header = bytes.readUInt32LE(at + 42)
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
  const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))

  return bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)
}

const entry = (mode: string, content: Buffer) => `${mode} ${content.toString('latin1')}`
