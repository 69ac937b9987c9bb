import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { keepPrivate } from '@app/platform/db/private-folder.ts'
import { freePort } from '@app/platform/test/databases/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'

// The built programs, as `npm start` runs them.
const SERVER = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const STANDINS = fileURLToPath(new URL('../../../standins/dist/main.js', import.meta.url))

test('all that a server keeps is its owner’s alone, at the first start and the next', async () => {
  const folder = openFolder()
  mkdirSync(join(folder, 'dumps'))
  writeFileSync(join(folder, 'dumps', 'old.tar.gz'), 'old')
  for (const path of [folder, join(folder, 'dumps')]) chmodSync(path, 0o777)
  chmodSync(join(folder, 'dumps', 'old.tar.gz'), 0o666)
  const env = { DATA_DIR: folder, PORT: String(await freePort()), SEED: 'none' }

  const first = await start(SERVER, [], env)
  const afterFirst = openToOthers(folder)
  await first.stop()
  const second = await start(SERVER, [], env)
  const afterSecond = openToOthers(folder)
  await second.stop()

  expect(afterFirst).toEqual([])
  expect([...afterSecond, ...openToOthers(folder)]).toEqual([])
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['postgres', 'secrets.json']))
})

test('what stand-ins keep is their owner’s alone', async () => {
  const folder = openFolder()
  const ports = ['mailbox', 'github', 'google', 'newsletter'].flatMap((name) => [`--${name}`, '0'])

  const standins = await start(STANDINS, ['--data-dir', folder, ...ports], {})
  await standins.stop()

  expect(openToOthers(join(folder, 'standins'))).toEqual([])
})

test('a link is not followed, and a warm start does not look through the folder again', () => {
  const [folder, elsewhere] = [openFolder(), openFolder()]
  writeFileSync(join(elsewhere, 'file'), '')
  chmodSync(join(elsewhere, 'file'), 0o666)
  symlinkSync(elsewhere, join(folder, 'link'))

  keepPrivate(folder)
  writeFileSync(join(folder, 'later'), '')
  chmodSync(join(folder, 'later'), 0o644)
  chmodSync(folder, 0o755)
  keepPrivate(folder)

  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(openToOthers(folder)).toEqual([join(folder, 'later')])
  expect(statSync(join(elsewhere, 'file')).mode & 0o777).toBe(0o666)
})

test('a folder that is somebody’s whole home or disk is refused, one that is missing is not made', () => {
  const missing = join(openFolder(), 'missing')

  expect(() => keepPrivate(homedir())).toThrow('Set it to a folder of its own')
  expect(() => keepPrivate('/')).toThrow('Set it to a folder of its own')
  keepPrivate(missing)
  expect(lstatSync(missing, { throwIfNoEntry: false })).toBeUndefined()
})

/** World-writable, as an administrator may leave it. */
function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-modes-'))
  chmodSync(folder, 0o777)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}

function openToOthers(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink()) return []
  const inside = stats.isDirectory()
    ? readdirSync(path).flatMap((name) => openToOthers(join(path, name)))
    : []

  return (stats.mode & 0o077) === 0 ? inside : [path, ...inside]
}

/** With umask 0, until it prints that it is ready. */
async function start(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(
    '/bin/sh',
    ['-c', 'umask 0; exec "$0" "$@"', process.execPath, program, ...args],
    {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ') || line.includes('"newsletter"')) break
  }

  return {
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
