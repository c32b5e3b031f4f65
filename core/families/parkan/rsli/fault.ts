/** Why packed bytes cannot be unpacked. */
export type Fault =
  | 'size'
  | 'cut'
  | 'left-over'
  | 'block-type'
  | 'stored-length'
  | 'code'
  | 'distance'
  | 'method'
  | 'stored-size'
