import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './root.js'

const FOLDER = join(root, 'docs/deploy')
const FILES = ['Containerfile', 'compose.yaml', 'gitferry.service', 'kubernetes.yaml']
/** Read by Node, by PostgreSQL's image and by compose. */
const OTHERS = ['NODE_ENV', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'GITFERRY_VERSION']
const ANALYZE = '/usr/bin/systemd-analyze'
const HAPROXY = '/usr/sbin/haproxy'
const FRONT = `defaults
  mode http
  timeout connect 2s
  timeout client 2s
  timeout server 2s
frontend all
  bind 127.0.0.1:3001
  default_backend gitferry
`

const textOf = (name) => readFileSync(join(FOLDER, name), 'utf8')

test.each(FILES)('%s names no variable that README does not know', (name) => {
  const variables = variablesIn(textOf(name))

  expect(variables.length).toBeGreaterThan(3)
  expect(variables.filter((one) => !isKnown(one))).toEqual([])
})

test('a misspelt variable would be found, and one whose file is no secret', () => {
  const text = 'environment:\n  DATABSE_URL: x\n  SITE_URL_FILE: /x\n  SITE_URL: https://x\n'

  expect(variablesIn(text).filter((one) => !isKnown(one))).toEqual(['DATABSE_URL', 'SITE_URL_FILE'])
})

test.each(['compose.yaml', 'gitferry.service', 'kubernetes.yaml'])(
  '%s takes every secret that production needs from a file',
  (name) => {
    const text = textOf(name)

    for (const secret of [
      'DATABASE_URL',
      'SMTP_URL',
      'APP_ENCRYPTION_KEYS',
      'JWT_KEYS',
      'PUBLISHABLE_KEY',
      'LEMON_SQUEEZY_API_KEY',
      'LEMON_SQUEEZY_WEBHOOK_SECRET',
    ]) {
      expect(text).toMatch(new RegExp(`\\b${secret}_FILE[:=]\\s*\\S+/${secret}\\b`))
    }
  },
)

test.each(['docs/deploy/haproxy.cfg', 'docs/operations.md'])(
  'the balancer of %s takes a slow check for no failed one',
  (name) => {
    const text = readFileSync(join(root, name), 'utf8')

    expect(text).toMatch(/option httpchk GET \/readyz\n(.*\n)*? {2}timeout check 5s\n/)
  },
)

test('all files of the folder are looked at', () => {
  const known = [...FILES, 'haproxy.cfg', 'haproxy-postgres.cfg', 'patroni.yml']

  expect(readdirSync(FOLDER).filter((name) => !/\.(md|json)$|alert/.test(name))).toEqual(
    expect.arrayContaining(known),
  )
})

test.runIf(existsSync(ANALYZE))('systemd takes the unit, and finds it confined', () => {
  const unit = join(FOLDER, 'gitferry.service')

  const rating = execFileSync(ANALYZE, ['security', '--offline=true', unit], { encoding: 'utf8' })

  expect(Number(/exposure level for gitferry\.service: ([\d.]+)/.exec(rating)?.[1])).toBeLessThan(2)
})

test.runIf(existsSync(HAPROXY)).each([
  ['haproxy-postgres.cfg', textOf('haproxy-postgres.cfg')],
  ['the lines for a replica', `${FRONT}${stickyLines()}\n  server one 127.0.0.1:3000\n`],
])('HAProxy takes %s', (_name, text) => {
  const file = join(mkdtempSync(join(tmpdir(), 'gitferry-haproxy-')), 'haproxy.cfg')
  onTestFinished(() => rmSync(dirname(file), { recursive: true, force: true }))
  writeFileSync(file, text)

  const { status, stderr } = spawnSync(HAPROXY, ['-c', '-f', file], { encoding: 'utf8' })

  expect([status, stderr]).toEqual([0, expect.not.stringContaining('ALERT')])
})

/** As docs/operations.md has them. */
function stickyLines() {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')

  return /backend gitferry\n {2}balance hash [^`]*/.exec(text)?.[0] ?? ''
}

/** Names that are given a value: keys of YAML, assignments of units and images. */
function variablesIn(text) {
  const code = text.replace(/^\s*#.*$/gm, '')
  const found = [...code.matchAll(/(?:^|[\s{"-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=|: )/gm)]
  const named = [...code.matchAll(/\$\{([A-Z_]+)/g)]

  return [
    ...new Set([...found, ...named].map(([, name]) => name).filter((name) => name.length > 3)),
  ]
}

function isKnown(name) {
  const setting = name.replace(/_FILE$/, '')
  const isFile = setting !== name && !isInReadme(name)

  return OTHERS.includes(setting) || (isInReadme(setting) && (!isFile || isSecret(setting)))
}

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const isInReadme = (name) => readme.includes(`\`${name}\``)

/** As README says which they are. */
const isSecret = (name) =>
  ['DATABASE_URL', 'SMTP_URL'].includes(name) || /_(KEYS?|KEY_NEXT|SECRET|TOKEN)$/.test(name)
