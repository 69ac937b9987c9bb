import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { machineClock } from '#clock/clock.ts'
import { misused, type ProjectCommand } from '#config/project-command.ts'
import { openForeign } from '#db/open-foreign.ts'
import { extensionsInDump } from '#transfer/dump-extensions.ts'
import { type DumpFile, dumpFilesIn } from '#transfer/dump-files.ts'
import { dumpHosted, extensionsOf } from '#transfer/dump-hosted.ts'

const CATALOG_LIMIT_MS = 60_000
const IS_ADDRESS = /^postgres(?:ql)?:\/\//

export type ProjectSource = {
  /** With `storage` and `functions`, where the dump is a folder. */
  folder: string | null
  files: () => Promise<DumpFile[]>
  extensions: () => Promise<string[]>
  close: () => Promise<void>
}

/** The dump that `--from` names. A server is dumped only when its files are asked for. */
export async function openSource({
  from,
  folder: projectFolder,
}: Pick<ProjectCommand, 'from' | 'folder'>): Promise<ProjectSource> {
  if (from.length === 0) throw misused('import needs --from')
  const [address] = from.filter((one) => IS_ADDRESS.test(one))
  if (address && from.length > 1) throw misused('--from is one address, or files and folders')
  if (!address) {
    const files = dumpFilesIn(from)
    const folder = from.find((path) => statSync(path).isDirectory()) ?? null
    return {
      folder,
      files: async () => files,
      extensions: () => extensionsInDump(files),
      close: async () => {},
    }
  }

  const database = await openForeign({
    uri: address,
    clock: machineClock,
    statementLimitMs: CATALOG_LIMIT_MS,
  })
  const folder = join(projectFolder, '.temp', 'import')
  // One that was killed left its dump.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    folder: null,
    files: () => dumpHosted(database, address, folder),
    extensions: () => extensionsOf(database),
    close: async () => {
      rmSync(folder, { recursive: true, force: true })
      await database.close()
    },
  }
}
