import { Message } from '@app/ui/message.tsx'
import { RoundSign } from '@app/ui/round-sign.tsx'
import type { ReactNode } from 'react'

type Props = { sign: ReactNode; title: string; lead: string; actions?: ReactNode }

/** A page between two pages: what is going on, read out as it changes. */
export function WaitingFrame({ sign, title, lead, actions }: Props) {
  return (
    <div role="status" className="flex flex-1 flex-col">
      <Message
        picture={<RoundSign>{sign}</RoundSign>}
        title={title}
        lead={lead}
        actions={actions}
      />
    </div>
  )
}
