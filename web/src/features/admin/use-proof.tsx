import { useState } from 'react'
import { CodedError } from '#api/errors/coded-error.ts'
import { useMember } from '#api/session/session.ts'
import {
  findProofs,
  isFactorWanted,
  isProofRefused,
  isProofWanted,
  mailProofCode,
  type Proofs,
} from '#api/sign-in/proof.ts'
import { ProofDialog } from './proof-dialog.tsx'

/** A call that the server may refuse until the caller proves their identity again. */
type Call<Reply> = (nonce: string | undefined) => Promise<Reply>

type ProofRequest = {
  proofs: Proofs
  /** Rejects only if the proof itself was refused: then the dialog asks again. */
  repeat: (nonce: string | undefined) => Promise<void>
  giveUp: () => void
}

/**
 * `prove` makes a dangerous call, requests a proof if the server requires one, and repeats the call. `dialog` must be rendered inside the
 * dialog that makes the call, which stays open behind it.
 */
export function useProof() {
  const { id: userId } = useMember()
  const [request, setRequest] = useState<ProofRequest | null>(null)

  async function prove<Reply>(call: Call<Reply>): Promise<Reply> {
    try {
      return await call(undefined)
    } catch (error) {
      if (!isProofWanted(error) && !isFactorWanted(error)) throw error
      const proofs = await findProofs(userId)
      // Only a passkey replaces a second factor that is not set up.
      if (isFactorWanted(error) && !proofs.touch) throw error
      if (!proofs.touch && proofs.appId === null) await mailProofCode()

      return askAndRepeat(call, proofs)
    }
  }

  const askAndRepeat = <Reply,>(call: Call<Reply>, proofs: Proofs) =>
    new Promise<Reply>((resolve, reject) => {
      setRequest({
        proofs,
        repeat: async (nonce) => {
          try {
            resolve(await call(nonce))
          } catch (error) {
            if (isProofRefused(error) || isProofWanted(error)) throw error
            reject(error)
          }
          setRequest(null)
        },
        giveUp: () => {
          setRequest(null)
          reject(new CodedError('proof_not_given'))
        },
      })
    })

  return { prove, dialog: request && <ProofDialog {...request} onClose={request.giveUp} /> }
}

export type Prove = ReturnType<typeof useProof>['prove']
