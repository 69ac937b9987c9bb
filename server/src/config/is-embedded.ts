import { type Environment, readEnvironment } from '@app/platform/config/environment.ts'
import { SECRETS } from './secret-variables.ts'

/** Whether no database server is configured. Checked without the rest of the configuration, which takes time to load. */
export const isEmbedded = (environment: Environment = process.env): boolean =>
  !readEnvironment(environment, SECRETS).isSet('DATABASE_URL')
