export type Refusal = { status: 400 | 403 | 404 | 405 | 416; code: string; message: string }

export const refusal = (status: Refusal['status'], code: string, message: string): Refusal => ({
  status,
  code,
  message,
})

export const noSuchKey = () => refusal(404, 'NoSuchKey', 'The specified key does not exist.')

export const noSuchUpload = () =>
  refusal(404, 'NoSuchUpload', 'The specified multipart upload does not exist.')
