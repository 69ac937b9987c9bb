/**
 * How a page comes to life, written on `#root` by the server: pre-rendered and brought to life at the first use
 * (at once for a member, or when an answer waits in the address), pre-rendered and brought to life at once because it has
 * something to ask by itself, or an empty shell that needs the application to exist.
 */
export type BootMode = 'on-use' | 'at-once' | 'shell'
