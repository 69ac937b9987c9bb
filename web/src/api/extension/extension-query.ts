import { askCapabilities, askExtension } from './extension.ts'

/** Null if no extension answers. An object alone: the welcome page downloads this file before the query library. */
export const extensionQuery = {
  queryKey: ['extension'] as const,
  // Twice: while a page starts, an answer may come later than it is waited for.
  queryFn: async () => (await askExtension()) ?? askExtension(),
  // It signs in, and pushes, while other tabs are looked at.
  refetchOnWindowFocus: 'always' as const,
}

/** What this version can do, by name. */
export const capabilitiesQuery = {
  queryKey: ['extension', 'capabilities'] as const,
  queryFn: async () => (await askCapabilities()) ?? askCapabilities(),
}
