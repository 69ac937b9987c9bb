import { expect, test } from 'vitest'
import { readConfig } from './read-config.ts'

test.each([
  [
    'several hosts in a parameter',
    { DATABASE_URL: 'postgres:///x?host=a,b' },
    'DATABASE_URL names several hosts in a parameter',
  ],
  ['an empty host', { DATABASE_URL: 'postgres://a,,b/x' }, 'DATABASE_URL must name each host'],
  ['a port', { DATABASE_URL: 'postgres://u:p@a,b:99999/x' }, 'DATABASE_URL must name each host'],
  [
    'too many hosts',
    { DATABASE_URL: `postgres://${'a,'.repeat(8)}b/x` },
    'DATABASE_URL names more than 8 hosts',
  ],
  [
    'a direct address alone',
    { DATABASE_DIRECT_URL: 'postgres://a/x' },
    'DATABASE_DIRECT_URL needs DATABASE_URL',
  ],
  [
    'a wrong direct address',
    { DATABASE_URL: 'postgres://a/x', DATABASE_DIRECT_URL: 'a' },
    'DATABASE_DIRECT_URL must be an address that begins with postgres:',
  ],
  [
    'a replica without a balancer that keeps members on one server',
    { DATABASE_URL: 'postgres://a/x', DATABASE_REPLICA_URL: 'postgres://b/x' },
    'DATABASE_REPLICA_URL needs REPLICA_STICKY=true',
  ],
  [
    'a replica of the embedded database',
    { DATABASE_REPLICA_URL: 'postgres://b/x', REPLICA_STICKY: 'true' },
    'DATABASE_REPLICA_URL needs DATABASE_URL',
  ],
  [
    'several replicas',
    {
      DATABASE_URL: 'postgres://a/x',
      DATABASE_REPLICA_URL: 'postgres://b,c/x',
      REPLICA_STICKY: 'true',
    },
    'DATABASE_REPLICA_URL must name one host',
  ],
  ['a part on the embedded database', { RUN: 'web' }, 'RUN=web needs DATABASE_URL'],
  ['another word', { DATABASE_PREPARED: 'never' }, 'DATABASE_PREPARED must be one of auto, on'],
  ['no number', { DATABASE_POOL: 'many' }, 'DATABASE_POOL must be a whole number from 4 to 200'],
  ['a socket', { DATABASE_URL: '/var/run/postgresql' }, 'DATABASE_URL leads to a socket'],
  ['a socket', { DATABASE_URL: 'socket:/var/run?db=x' }, 'DATABASE_URL leads to a socket'],
  [
    'a socket as others write it',
    { DATABASE_URL: 'postgres://u:p@/x?host=/var/run/postgresql' },
    'DATABASE_URL names no host; a socket is written as',
  ],
  [
    'a # in a password',
    { DATABASE_URL: 'postgres://u:p#w@h/x' },
    'DATABASE_URL has a # that is not escaped: in a user name or password, write %23',
  ],
  [
    'a # after digits, which would read as a port',
    { DATABASE_URL: 'postgres://u:12#w@h/x' },
    'DATABASE_URL has a # that is not escaped',
  ],
  [
    'a ? in a password',
    { DATABASE_URL: 'postgres://u:p?w@h/x' },
    'DATABASE_URL has a ? that is not escaped: in a user name or password, write %3F',
  ],
  [
    'a / in a password',
    { DATABASE_URL: 'postgres://u:1/w@h/x' },
    'DATABASE_URL has a / that is not escaped: in a user name or password, write %2F',
  ],
  ['a port out of range', { DATABASE_URL: 'postgres://h:99999/x' }, 'DATABASE_URL must be an'],
])('%s is refused with its reason: %j', (_what, wrong, reason) => {
  const read = () => readConfig(wrong)

  expect(read).toThrow(`The configuration is not usable: ${reason}`)
})

test.each([
  { DATABASE_URL: 'postgres://u:p@w@h/x' },
  { DATABASE_URL: 'postgres://u@server:p@h/x?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://h:5432/x?user=ada@example.test' },
  { DATABASE_URL: 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/x' },
  { DATABASE_URL: 'postgres:///x?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://u:p,w@a:5432,b/x?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://a/x', DATABASE_DIRECT_URL: 'postgres://b:5433/x' },
])('%j is taken', (right) => {
  const { databaseUrl, postgres } = readConfig(right)

  expect([databaseUrl, postgres.directUrl]).toEqual([
    right.DATABASE_URL,
    'DATABASE_DIRECT_URL' in right ? right.DATABASE_DIRECT_URL : null,
  ])
})
