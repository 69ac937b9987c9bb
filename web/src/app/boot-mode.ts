/**
 * How a page comes to life, written on `#root` by the server:
 * pre-rendered and brought to life at the first use, pre-rendered but needed at once, or an empty shell.
 */
export type BootMode = 'on-use' | 'at-once' | 'shell'
