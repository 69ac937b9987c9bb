import { nameIn } from '#objects/listing.ts'

/** Files that usually hold passwords. Examples for other developers do not. */
export const isEnvFile = (path: string): boolean =>
  /^\.env(?:\..+)?$/.test(nameIn(path)) && !/\.(?:example|sample|template)$/.test(nameIn(path))
