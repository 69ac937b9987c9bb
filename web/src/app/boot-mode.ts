/**
 * How a page comes to life, written on `#root` by the server: pre-rendered and brought to life at the first use
 * (at once for a member, or when an answer waits in the address), the same and also when the extension answers,
 * or an empty shell that needs the application to exist.
 */
export type BootMode = 'on-use' | 'on-answer' | 'shell'
