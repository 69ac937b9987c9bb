import { qualified, quoteName } from '#data-api/quoting/identifiers.ts'
import { removeRules } from '#db/copy-database.ts'
import type { Sql } from '#db/database.ts'
import type { FurtherSession } from '#db/migrate.ts'
import { StartError } from '#errors/start-error.ts'
import { sqlOf } from '#project/apply-project.ts'
import { isHostedOnly } from '#project/extensions.ts'
import { failureIn, SCRIPT_SETTINGS } from '#project/run-statements.ts'
import { firstLineOf, type SqlStatement } from '#project/split-statements.ts'
import type { DumpFile } from './dump-files.ts'
import { DumpReader } from './dump-reader.ts'
import { type DumpStep, type Rows, stepFor } from './dump-step.ts'
import { isHostedSchema } from './hosted-schemas.ts'
import { reasonToLeave } from './left-out-tables.ts'
import { loadRows } from './load-rows.ts'
import { moveStaged } from './move-staged.ts'
import type { Report } from './report.ts'
import { isStaged, StagedTables } from './staged-tables.ts'
import { placedWords } from './statement-words.ts'
import { columnsOf } from './table-columns.ts'
import { type SealFactor, takeInAccounts } from './take-in-accounts.ts'
import { takeInBuckets } from './take-in-buckets.ts'
import { countTuples } from './tuples.ts'

type Needs = { session: FurtherSession; report: Report; seal: SealFactor }

/** Runs the files of a dump within the caller's transaction. */
export async function runDump(needs: Needs, files: readonly DumpFile[]): Promise<void> {
  const { client } = needs.session
  const sql = sqlOf(client)
  const roles = await namesOf(sql, 'select rolname as name from pg_roles')
  const available = await namesOf(sql, 'select name from pg_available_extensions')
  const run = new DumpRun(needs, { roles, available })

  for (const { file, path } of files) {
    await client.query(SCRIPT_SETTINGS)
    await client.query('set check_function_bodies = off')
    const reader = new DumpReader(file, path)
    for (let next = await reader.next(); next; next = await reader.next()) {
      await run.take({ statement: next, reader, path })
    }
  }
  await run.end()
}

type Names = { roles: Set<string>; available: ReadonlySet<string> }
/** A statement, and where it is. */
type Place = { statement: SqlStatement; reader: DumpReader; path: string }
type Missing = { extension: string; path: string; line: number }

class DumpRun {
  readonly #needs: Needs
  readonly #sql: Sql
  readonly #names: Names
  readonly #staged: StagedTables
  readonly #missing: Missing[] = []
  /** What brings references and triggers back, after the first row. */
  #putBack: string[] | null = null
  #hasStaged = false

  constructor(needs: Needs, names: Names) {
    this.#needs = needs
    this.#sql = sqlOf(needs.session.client)
    this.#names = names
    this.#staged = new StagedTables(this.#sql)
  }

  /** A failure names the file and the line. */
  async take(place: Place): Promise<void> {
    const { statement, path } = place
    try {
      const step = stepFor(statement.text, (name) => this.#names.roles.has(name))
      await this.#takeStep(step, place)
    } catch (error) {
      // The reader names the line itself.
      if (error instanceof StartError && error.message.startsWith(`${path}, line `)) throw error
      throw withMissing(failureIn(path, statement, error), this.#missing)
    }
  }

  async end(): Promise<void> {
    await this.#takeInStaged()
    await this.#sql.query(SCRIPT_SETTINGS)
    // What is deferred has to be checked before a table can be altered.
    await this.#sql.query('set constraints all immediate')
    for (const statement of this.#putBack ?? []) {
      await this.#sql.query(statement).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        throw new StartError(`The dump contradicts itself: ${reason}.`, { cause: error })
      })
    }
  }

  async #takeStep(step: DumpStep, place: Place): Promise<void> {
    const { report } = this.#needs
    const { path } = place
    const line = firstLineOf(place.statement)

    switch (step.do) {
      case 'ignore':
        return
      case 'owner':
        return report.add('changed', 'owners', { because: 'the login role owns everything' })
      case 'leave':
        return report.add('left out', step.what, {
          because: `${path}, line ${line}: ${step.because}`,
        })
      case 'extension':
        return this.#createExtension(step.text, { extension: step.name, path, line })
      case 'role':
        return this.#createRole(step.name, step.isNew)
      case 'rows':
        return this.#takeRows(step, place)
      case 'run':
        // What follows rows may refer to them. Between rows there are only sequences.
        if (placedWords(step.text, 1)[0]?.text !== 'select') await this.#takeInStaged()
        await this.#sql.query(step.text)
    }
  }

  async #takeRows(step: Rows, { statement: { text }, reader }: Place): Promise<void> {
    const { report } = this.#needs
    this.#putBack ??= await removeRules(this.#sql)
    const { table, format } = step
    const name = `${table.schema ?? 'public'}.${table.name}`
    const lines = format === 'copy' ? reader.rows() : null

    if (isStaged(name)) return this.#stageRows(step, text, lines)
    if (table.schema && isHostedSchema(table.schema)) {
      const count = lines ? await countLines(lines) : countTuples(text)
      const because = reasonToLeave(name)
      if (because !== null) report.add('left out', `rows of ${name}`, { count, because })
      return
    }
    const count = lines
      ? await loadRows(this.#sql, await targetOf(this.#sql, step), lines)
      : (await this.#sql.query(text)).rowCount
    report.add('carried', `rows of ${name}`, { count })
  }

  async #stageRows(
    { table, columns }: Rows,
    text: string,
    lines: AsyncIterable<string[]> | null,
  ): Promise<void> {
    const name = `${table.schema}.${table.name}`
    if (!columns) throw new StartError(`rows of ${name} are taken with the names of their columns`)
    const place = await this.#staged.open(name, columns)
    this.#hasStaged = true
    if (lines) await loadRows(this.#sql, { name: place, columns: columns.map(asText) }, lines)
    else await this.#sql.query(text.slice(0, table.from) + place + text.slice(table.to))
  }

  /** Gives staged rows to our own tables. */
  async #takeInStaged(): Promise<void> {
    if (!this.#hasStaged) return
    const { report, seal } = this.#needs
    await takeInAccounts(this.#sql, this.#staged, { report, seal })
    await takeInBuckets(this.#sql, this.#staged, report)
    const table = 'supabase_migrations.schema_migrations'
    const onConflict = 'on conflict do nothing'
    const history = await moveStaged(this.#sql, this.#staged, table, { onConflict })
    report.add('carried', 'rows of the migration history', { count: history })
    await this.#staged.empty()
    this.#hasStaged = false
  }

  async #createExtension(text: string, place: Missing): Promise<void> {
    const { report } = this.#needs
    const { extension, path, line } = place
    const isThere = this.#names.available.has(extension)
    if (isThere && (await this.#attemptAsConfigured(text))) {
      return report.add('carried', `extension ${extension}`)
    }
    this.#missing.push(place)
    const reason = isThere ? 'this login may not create it' : absence(extension)
    report.add('left out', `extension ${extension}`, {
      because: `${path}, line ${line}: ${reason}`,
    })
  }

  async #createRole(name: string, isNew: boolean): Promise<void> {
    const { report } = this.#needs
    const { roles } = this.#names
    if (!roles.has(name)) {
      const create = `create role ${quoteName(name)} nologin noinherit`
      if (!isNew || !(await this.#attemptAsConfigured(create))) {
        const because = 'this login may not create roles'
        return report.add('left out', `role ${name}`, { because })
      }
      roles.add(name)
    }
    const because = 'without attributes, settings and logins'
    if (isNew) report.add('changed', `role ${name}`, { because })
  }

  /** Whether it succeeded with the rights of the configured address. What failed is undone alone. */
  async #attemptAsConfigured(text: string): Promise<boolean> {
    const { client, restore, asConfigured } = this.#needs.session
    await client.query('savepoint attempt')
    try {
      await asConfigured(() => client.query(text))
      await client.query('release savepoint attempt')
      return true
    } catch {
      await client.query('rollback to savepoint attempt')
      await restore()
      return false
    }
  }
}

const absence = (extension: string) =>
  isHostedOnly(extension) ? 'it belongs to the hosted platform' : 'this database does not have it'

const asText = (name: string) => ({ name: quoteName(name), type: 'text' })

async function targetOf(sql: Sql, { table: { schema, name }, columns }: Rows) {
  const known = await columnsOf(sql, { schema, name })
  if (!known) throw new StartError(`there is no table ${schema ?? 'public'}.${name}`)
  const list = columns ?? known.map((column) => column.name)

  return {
    name: schema === null ? quoteName(name) : qualified({ schema, name }),
    columns: list.map((column) => {
      const type = known.find((one) => one.name === column)?.type
      if (!type) throw new StartError(`${name} has no column ${column}`)
      return { name: quoteName(column), type }
    }),
  }
}

async function countLines(batches: AsyncIterable<string[]>): Promise<number> {
  let count = 0
  for await (const lines of batches) count += lines.length

  return count
}

function withMissing(error: StartError, missing: readonly Missing[]): StartError {
  const list = missing.map(({ extension, path, line }) => `${extension} (${path}, line ${line})`)
  if (list.length === 0) return error

  return new StartError(
    `${error.message}\nThese extensions of the project are not here, which may be the cause: ${list.join(', ')}. Use --db-uri with a PostgreSQL server that has them, or remove what needs them.`,
    { cause: error },
  )
}

async function namesOf(sql: Sql, text: string): Promise<Set<string>> {
  const { rows } = await sql.query<{ name: string }>(text)

  return new Set(rows.map(({ name }) => name))
}
