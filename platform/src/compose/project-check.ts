import type { ProjectCommand } from '#config/project-command.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import { StartError } from '#errors/start-error.ts'
import { openHasher } from '#identity/passwords/hasher.ts'
import type { ServerLog } from '#log/log.ts'
import { sqlOf } from '#project/apply-project.ts'
import { type CheckLine, checkImport } from '#transfer/check-import.ts'
import { checkSignIns } from '#transfer/check-sign-ins.ts'
import { readProjectSql, workInProject } from './project-database.ts'
import { openSource } from './project-source.ts'

type Context = { project: ProjectConfig; command: ProjectCommand; log: ServerLog }

/** Compares what was imported with its source: counts, random rows, and sign-ins by given passwords. */
export async function checkProject({ project, command, log }: Context): Promise<string> {
  const source = await openSource(command)
  const { verify } = openHasher()
  try {
    const files = await source.files()
    const sql = await readProjectSql(project)
    const lines = await workInProject(project, sql, log, async (session) => [
      ...(await checkImport(session, files)),
      ...(await checkSignIns(sqlOf(session.client), { file: command.signIns, verify })),
    ])
    const text = lines.map(shown).join('\n')
    if (lines.every(({ isRight }) => isRight)) return text
    throw new StartError(text)
  } finally {
    await source.close()
  }
}

const shown = ({ isRight, what, result }: CheckLine) =>
  `${isRight ? 'equal    ' : 'different'}  ${what}: ${result}`
