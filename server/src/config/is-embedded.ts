import { type Environment, readEnvironment } from '@app/platform/config/environment.ts'

/** Whether no database server is configured. Says it without the rest of the configuration, which takes time to load. */
export const isEmbedded = (environment: Environment = process.env): boolean =>
  readEnvironment(environment).given('DATABASE_URL') === undefined
