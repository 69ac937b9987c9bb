import { Fragment, type ReactNode } from 'react'

type Props = {
  /** A translated sentence with unreplaced placeholders. */
  text: string
  parts: Record<string, ReactNode>
}

/** A sentence with links inside, in the order of its language. */
export function Sentence({ text, parts }: Props) {
  return text.split(/\{(\w+)\}/).map((piece, at) => (
    // Every second piece is the name of a placeholder.
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence do not change places
    <Fragment key={at}>{at % 2 === 1 ? parts[piece] : piece}</Fragment>
  ))
}
