// Specification, section 2: how browsers say that a piece of the application could not be loaded.
const SIGNS = ['Loading chunk', 'dynamically imported module', 'Failed to fetch']

export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && SIGNS.some((sign) => error.message.includes(sign))
}
