/* SPDX-License-Identifier: CC0-1.0 */

/* From a block to the next. BBLAKE-256 gives every other one to a half, and has
   a file of this name that says so. */

#define STRIDE BLOCK_BYTES
