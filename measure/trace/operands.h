/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The memory operands of an x86 instruction, as far as they can change from
 * one run of it to the next: displacements and segments can't.
 */
#ifndef OPERANDS_H
#define OPERANDS_H

#include <stddef.h>

#define LONGEST 15 /* bytes of an instruction */
#define NONE (-1)

/* Numbers of registers are the processor's: rax, rcx, rdx, rbx, rsp, ... */
struct operands {
    int unknown;      /* a form that is not decoded */
    int base, index;  /* general registers of the address, or NONE */
    int shift;        /* the index counts so many times 2 */
    int cut;          /* addresses have 32 bits */
    int used[2];      /* registers that hold an address without an operand */
    int byte;         /* a register whose low byte is added: xlat */
    int bits;         /* a register that counts bits behind an operand: bt */
    int mask;         /* of AVX-512, which elements are touched; NONE or k1.. */
    int vector_mask;  /* the same of AVX: a vector register */
    int gathered;     /* the vector register of indices of a gather, scatter */
    int elements;     /* how many of them have a mask */
    int element_size; /* their bytes in memory, and in a vector of masks */
    int index_size;   /* bytes of an index */
};

/* Decodes an instruction of 64-bit code, or of 32-bit code. */
struct operands operands_of(const unsigned char code[LONGEST], int is64);

#endif
