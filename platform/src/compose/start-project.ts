import type { Hono } from 'hono'
import type { Clock } from '#clock/clock.ts'
import type { ProjectConfig } from '#config/project-config.ts'
import type { FunctionPool } from '#deno/function-pool.ts'
import { ensureBucket } from '#files/ensure-bucket.ts'
import type { RequestContext } from '#http/frame/context.ts'
import { honoHandler } from '#http/frame/handlers.ts'
import { listen } from '#http/frame/listen.ts'
import { denoHost } from '#http/functions/deno-host.ts'
import { functionHost } from '#http/functions/host.ts'
import { mailboxRoutes } from '#http/mailbox/routes.ts'
import type { ServerLog } from '#log/log.ts'
import { type Mailbox, openMailbox } from '#mail/mailbox.ts'
import { applyProject } from '#project/apply-project.ts'
import type { Platform } from './open-platform.ts'
import { locationOf, readProjectSql, schemaOf } from './project-database.ts'
import { openProjectFunctions } from './project-functions.ts'
import { showStatus } from './project-status.ts'
import { startServer } from './start-platform.ts'

type Needs = { project: ProjectConfig; clock: Clock; log: ServerLog }

/** Applies a project's SQL and serves it. */
export async function startProject({ project, clock, log }: Needs) {
  const { config, file } = project
  const sql = await readProjectSql(project)
  const mailbox = await openLocalMailbox(project)
  const pool = file.servesFunctions ? openProjectFunctions(project) : null

  try {
    const server = await startServer({
      config,
      clock,
      log,
      location: locationOf(project, sql),
      schema: schemaOf(project),
      further: async (session) => void (await applyProject(session, sql, log)),
      smtp: mailbox?.smtp ?? null,
      functions: (platform) => functionsOf(project, platform, pool),
      opened: async ({ files }) => {
        for (const bucket of file.buckets) await ensureBucket(files, bucket)
      },
    })
    process.stdout.write(`${[...hints(project), showStatus(project, 'pretty')].join('\n')}\n`)

    return {
      ...server,
      stop: async () => {
        await server.stop()
        await Promise.all([pool?.close(), mailbox?.close()])
      },
    }
  } catch (error) {
    await mailbox?.close()
    throw error
  }
}

const functionsOf = (
  { config, file }: ProjectConfig,
  { functionHost: host }: Platform,
  pool: FunctionPool | null,
): Hono<RequestContext> =>
  file.servesFunctions
    ? denoHost(
        { folder: file.folder, settings: file.functions, pool, publicUrl: config.apiUrl },
        host,
      )
    : functionHost({}, undefined, host)

/** Only where no mail server is configured. Other machines never reach it. */
async function openLocalMailbox({
  config,
  file,
}: ProjectConfig): Promise<(Mailbox & { close(): Promise<void> }) | null> {
  if (file.mailboxPort === null || config.mail.smtpUrl !== null) return null
  const mailbox = openMailbox(config.mail.from)
  const handler = honoHandler(mailboxRoutes(mailbox))
  const { drain } = await listen(handler, {
    host: '127.0.0.1',
    port: file.mailboxPort,
    variables: { host: 'HOST', port: 'inbucket.port' },
  })

  return { ...mailbox, close: () => drain() }
}

function hints({ file }: ProjectConfig): string[] {
  const { notHonoured, unsetVariables } = file

  return [
    ...(notHonoured.length > 0 ? [`config.toml: not honoured: ${notHonoured.join(', ')}`] : []),
    ...(unsetVariables.length > 0 ? [`config.toml: not set: ${unsetVariables.join(', ')}`] : []),
  ]
}
