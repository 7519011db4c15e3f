"""The table of C functions, `solitaire_core.h` member by member, through ctypes."""

import ctypes

from solitaire_core.embedding import c_api

POINTER = ctypes.c_void_p
U8, U32, U64, I32 = ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int32
call = ctypes.CFUNCTYPE


class Api(ctypes.Structure):
    """`solitaire_api`, member by member."""

    _fields_ = (
        ("version", U32),
        ("size", U32),
        ("deal", call(POINTER, POINTER, U64)),
        ("deal_cards", call(POINTER, POINTER, POINTER, U32)),
        ("copy", call(POINTER, POINTER)),
        ("end", call(None, POINTER)),
        ("legal_moves", call(I32, POINTER, POINTER, I32)),
        ("make", call(I32, POINTER, U32)),
        ("unmake", call(I32, POINTER)),
        ("ply", call(U32, POINTER)),
        ("result", call(I32, POINTER)),
        ("cards_left", call(I32, POINTER)),
        ("score", call(I32, POINTER)),
        ("move_text", call(I32, POINTER, U32, ctypes.c_char_p, I32)),
    )


API = Api.from_address(c_api())
