import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forThisFile } from '@app/platform/test/for-this-file.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config/read-config.ts'
import { runOperate } from '#test/programs/run-operate.ts'

/** What an operator enters. */
const FILLED_IN: Record<string, string> = {
  SITE_URL: 'https://gitferry.test',
  DATABASE_URL: 'postgres://gitferry_server:p%23w@db.test/gitferry',
  SMTP_URL: 'smtps://mail.test',
  MAIL_FROM: 'no-reply@gitferry.test',
  LEMON_SQUEEZY_API_KEY: 'a2V5LW9mLXRoZS1zdG9yZQ',
  LEMON_SQUEEZY_STORE_ID: '7',
}

const printed = forThisFile(() => runOperate({}, 'new-secrets'))

test('new-secrets prints an env file that production starts with once it is filled in', async () => {
  const folder = newFolder()
  // Where readConfig would refuse, and with a folder that must not be made.
  const env = { NODE_ENV: 'production', DATA_DIR: join(folder, 'data') }
  const { warnings, auth } = readConfig(fill(await runOperate(env, 'new-secrets')))

  expect(auth.keys.jwtKeys).toEqual([
    expect.objectContaining({ alg: 'ES256', key_ops: ['sign', 'verify'] }),
  ])
  expect(warnings).toContainEqual(expect.stringContaining('no GitHub App'))
  expect(existsSync(env.DATA_DIR)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
}, 60_000)

test('every variable that production asks for or warns about is in it, and none that README does not know', () => {
  const names = [...printed().matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

  const asked = missingIn(() => readConfig({ NODE_ENV: 'production' }))
  const warned = readConfig(fill(printed()))
    .warnings.join()
    .match(/[A-Z_]{8,}/g)

  expect(asked.length).toBeGreaterThan(8)
  expect(names).toEqual(expect.arrayContaining([...asked, ...(warned ?? [])]))
  for (const name of names) expect(readme).toContain(`\`${name}\``)
}, 60_000)

test('shells, Node’s env files and Docker read the same values', () => {
  const path = join(newFolder(), 'gitferry.env')
  writeFileSync(path, `${printed()}\n`)
  const show = `process.stdout.write(JSON.stringify(process.env))`
  const read = (program: string, ...args: string[]) =>
    JSON.parse(
      execFileSync(program, args, { encoding: 'utf8', env: { PATH: process.env.PATH } }),
    ) as Record<string, string>

  // Docker and systemd take what follows the first equals sign; systemd removes quotes and backslashes.
  const plain = valuesIn(printed())

  expect(Object.keys(plain)).toContain('JWT_KEYS')
  expect(Object.values(plain).join('')).toMatch(/^[\w:+/=.-]+$/)
  expect(read(process.execPath, `--env-file=${path}`, '-e', show)).toMatchObject(plain)
  expect(
    read('sh', '-c', `set -a; . "$0"; exec "$1" -e "$2"`, path, process.execPath, show),
  ).toMatchObject(plain)
}, 60_000)

test('two prints share no secret', async () => {
  const [one, other] = [printed(), await runOperate({}, 'new-secrets')]
  const secrets = (text: string) =>
    Object.entries(valuesIn(text)).flatMap(([name, value]) => (name === 'NODE_ENV' ? [] : [value]))

  expect(secrets(one)).toHaveLength(7)
  expect(secrets(one).filter((secret) => secrets(other).includes(secret))).toEqual([])
}, 60_000)

const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )

/** The placeholders of what is required become lines of their own. */
const fill = (text: string) =>
  valuesIn(
    text.replace(/^#([A-Z_]+)=.*$/gm, (line, name: string) =>
      name in FILLED_IN ? `${name}=${FILLED_IN[name]}` : line,
    ),
  )

function missingIn(read: () => unknown): string[] {
  try {
    read()
    return []
  } catch (error) {
    return [...String(error).matchAll(/([A-Z_]+) is missing/g)].map(([, name = '']) => name)
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gitferry-new-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  return folder
}
