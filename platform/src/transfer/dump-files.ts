import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartError } from '#errors/start-error.ts'

export type DumpFile = {
  file: string
  /** As shown to people. */
  path: string
}

/** As `supabase db dump` names them in its documentation, in the order in which they run. */
const USUAL = ['roles.sql', 'schema.sql', 'data.sql']
const EDGE_BYTES = 4096

/** The files of a dump: those that are named, or the usual ones of a folder. */
export function dumpFilesIn(paths: readonly string[]): DumpFile[] {
  return paths.flatMap((path) => {
    if (!existsSync(path)) throw new StartError(`There is no file or folder ${path}.`)
    if (!statSync(path).isDirectory()) return [{ file: path, path: basename(path) }]

    const files = USUAL.filter((name) => existsSync(join(path, name)))
    if (files.length === 0) {
      throw new StartError(`${path} has none of ${USUAL.join(', ')}: name the files of the dump.`)
    }
    return files.map((name) => ({ file: join(path, name), path: name }))
  })
}

/** Refuses what is no plain SQL, and a dump that is not complete, before anything runs. */
export async function refuseUnreadable({ file, path }: DumpFile): Promise<void> {
  const { head, tail } = await edgesOf(file)
  if (BINARY.some((sign) => head.startsWith(sign))) {
    throw new StartError(
      `${path} is compressed or in pg_dump's own format. Unpack it, or write it with pg_dump --format=plain.`,
    )
  }
  if (IS_DUMP.test(head) && !IS_COMPLETE.test(tail)) {
    throw new StartError(`${path} is not complete: the end of the dump is missing.`)
  }
}

/** pg_dump's own format, gzip, bzip2, zstd, xz and zip. */
const BINARY = ['PGDMP', '\u001f\u008b', 'BZh', '(\u00b5/\u00fd', '\u00fd7zXZ', 'PK\u0003']
const IS_DUMP =
  /^-- PostgreSQL database (cluster )?dump|^SET (statement_timeout|session_replication_role|default_transaction_read_only) /m
/** pg_dump's own last line, or that of the Supabase CLI, which leaves out comments. */
const IS_COMPLETE = /^-- PostgreSQL database (cluster )?dump complete|^RESET ALL;/m

async function edgesOf(file: string): Promise<{ head: string; tail: string }> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const read = async (position: number) => {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(EDGE_BYTES), { position })
      return buffer.subarray(0, bytesRead).toString('latin1')
    }
    return { head: await read(0), tail: await read(Math.max(0, size - EDGE_BYTES)) }
  } finally {
    await handle.close()
  }
}
