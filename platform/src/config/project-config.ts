import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#errors/start-error.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { PLATFORM_PREFIXES } from './platform-command.ts'
import { type PlatformConfig, readPlatformConfig, refuseUnsafePlatform } from './platform-config.ts'
import type { ProjectCommand } from './project-command.ts'
import { type ProjectFile, readProjectFile } from './project-file.ts'
import { localKeys, withoutLocalSecret } from './project-keys.ts'
import { PLATFORM_SECRETS } from './secret-variables.ts'
import { refuseUnknown } from './unknown-variables.ts'

export type ProjectConfig = { config: PlatformConfig; file: ProjectFile }

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/**
 * The configuration of a project: what config.toml says comes first, and variables set what it leaves out. Keys are those of every local
 * project, unless other machines reach this one or variables give others.
 */
export function readProjectConfig(
  { folder, dbUri }: Pick<ProjectCommand, 'folder' | 'dbUri'>,
  environment: Environment = process.env,
): ProjectConfig {
  if (!existsSync(folder)) {
    throw new StartError(`There is no folder ${folder}: "platform init" creates one.`)
  }
  const file = readProjectFile(folder, environment)
  const isLocal =
    LOOPBACK.includes(environment.HOST ?? '127.0.0.1') && environment.NODE_ENV !== 'production'
  const variables = isLocal ? file.variables : withoutLocalSecret(file.variables)
  const env = readEnvironment(
    {
      ...(isLocal && localKeys({ ...environment, ...variables })),
      ...environment,
      ...variables,
      API_URL:
        file.variables.API_URL ?? environment.API_URL ?? `http://127.0.0.1:${file.variables.PORT}`,
      DATA_DIR: join(folder, '.temp', 'platform'),
      DATABASE_URL: dbUri ?? undefined,
      DATABASE_URL_FILE: undefined,
    },
    PLATFORM_SECRETS,
  )
  const config = readPlatformConfig(env, {
    name: 'platform',
    title: env.text('SITE_NAME', file.id),
  })
  refuseUnknown(env, PLATFORM_PREFIXES)
  if (config.isProduction) refuseUnsafePlatform(env, config, { isMailPlayed: false })
  env.refuseProblems()

  return { config, file }
}
