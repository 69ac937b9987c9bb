import { expect, test } from 'vitest'
import { isConnectionLoss, isReadOnlyServer } from './errors.ts'

const raised = (code: string, more: object = {}) =>
  Object.assign(new Error('raised'), { code, ...more })

test.each(['08006', '25P03', '25P04', '53300', '57P01', '57P02', '57P03', '57P05', 'ECONNRESET'])(
  'after %s the connection is gone',
  (code) => {
    expect(isConnectionLoss(raised(code))).toBe(true)
  },
)

test.each(['57014', '53100', '55P03', '40001', '25006', '23505'])(
  'after %s the connection is as good as before',
  (code) => {
    expect(isConnectionLoss(raised(code))).toBe(false)
  },
)

test('a server that refuses to write is told apart from SQL that raises the same code', () => {
  const byServer = raised('25006', { routine: 'PreventCommandIfReadOnly' })
  const bySql = raised('25006', { routine: 'exec_stmt_raise' })

  expect([byServer, bySql, raised('25006'), null].map(isReadOnlyServer)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
