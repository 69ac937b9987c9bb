import type { RecordPullBody } from '@app/contract/record-pull'
import type { RecordPushBody } from '@app/contract/record-push'
import type { Backend } from './backend.ts'

type Functions = Pick<Backend, 'callFunction'>

export const recordPush = (backend: Functions, push: RecordPushBody): Promise<void> =>
  backend.callFunction('record-push', recordedReply, push)

export const recordPull = (backend: Functions, pull: RecordPullBody): Promise<void> =>
  backend.callFunction('record-pull', recordedReply, pull)

/** It has a schema's interface. Importing the contract's schema would also download the whole body's schema. */
const recordedReply = {
  parse(reply: unknown): void {
    if (Object(reply).success !== true) throw new TypeError('not the reply to a record')
  },
}
