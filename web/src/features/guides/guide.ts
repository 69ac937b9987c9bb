/** A guide as data: no HTML passes from its text to the page, and the browser parses none. */
export type Guide = { title: Inline[]; blocks: Block[] }

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'note'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string }
  | { kind: 'picture'; name: string; alt: string }
  /** Where the built extension is offered, or how it comes to be. */
  | { kind: 'extension-file' }

export type Inline =
  | string
  | { kind: 'strong' | 'emphasis'; text: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; text: Inline[] }
