import type { UserJson } from '@app/contract/identity'
import { theServer } from '#db/database.ts'
import { userJson } from '#identity/accounts/user-json.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import { listAccounts, type Page, type Sort, sortColumns } from './users-list-table.ts'

type Input = { filter: string; sort: string; page: Page }

/** `filter` matches a part of an address or name; `sort` is a column, optionally with `asc` or `desc`. */
export async function listUsers(
  { db }: Pick<Identity, 'db'>,
  { filter, sort, page }: Input,
): Promise<{ users: UserJson[]; total: number }> {
  const order = readSort(sort)
  const { accounts, total } = await db.as(theServer, (sql) =>
    listAccounts(sql, filter, order, page),
  )

  return { users: accounts.map(userJson), total }
}

function readSort(sort: string): Sort {
  if (sort === '') return { column: 'created_at', descending: true }

  const [name = '', direction = 'asc', ...rest] = sort.trim().split(/[ .:]+/)
  const column = sortColumns.find((one) => one === name)
  const isDirection = direction === 'asc' || direction === 'desc'
  if (!column || !isDirection || rest.length > 0) throw validationFailed('Bad Sort Parameters')

  return { column, descending: direction === 'desc' }
}
